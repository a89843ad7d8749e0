-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table banking.wire
  drop constraint if exists wire_currency_check,
  add constraint wire_currency_check check (currency in (
    'CHF',
    'GBP'));
