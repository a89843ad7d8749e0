-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table issuance.conversion
  drop constraint if exists conversion_buy_check,
  add constraint conversion_buy_check check (buy in (
    'CHF',
    'GBP'));
