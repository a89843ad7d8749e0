-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table issuance.mint
  drop constraint if exists mint_asset_check,
  add constraint mint_asset_check check (asset in (
    'VCHF',
    'VGBP')),
  drop constraint if exists mint_fulfilment_check,
  add constraint mint_fulfilment_check check (fulfilment in (
    'issuance',
    'trade'));
