-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table issuance.redemption
  drop constraint if exists redemption_asset_check,
  add constraint redemption_asset_check check (asset in (
    'VCHF',
    'VGBP'));
