-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table issuance.mint
  drop constraint if exists mint_asset_check,
  add constraint mint_asset_check check (asset in (
    'VCHF',
    'VGBP')),
  drop constraint if exists mint_fulfilment_check,
  add constraint mint_fulfilment_check check (fulfilment in (
    'issuance',
    'trade'));
