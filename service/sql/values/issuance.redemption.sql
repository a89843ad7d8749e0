-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table issuance.redemption
  drop constraint if exists redemption_asset_check,
  add constraint redemption_asset_check check (asset in (
    'VCHF',
    'VGBP'));
