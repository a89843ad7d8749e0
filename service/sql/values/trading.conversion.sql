-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table trading.conversion
  drop constraint if exists conversion_side_check,
  add constraint conversion_side_check check (side in (
    'Buy',
    'Sell')),
  drop constraint if exists conversion_status_check,
  add constraint conversion_status_check check (status in (
    'completed',
    'rejected'));
