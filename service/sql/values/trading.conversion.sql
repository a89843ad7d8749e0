-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table trading.conversion
  drop constraint if exists conversion_side_check,
  add constraint conversion_side_check check (side in (
    'Buy',
    'Sell')),
  drop constraint if exists conversion_status_check,
  add constraint conversion_status_check check (status in (
    'completed',
    'rejected'));
