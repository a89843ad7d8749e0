-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table banking.reference
  drop constraint if exists reference_currency_check,
  add constraint reference_currency_check check (currency in (
    'CHF',
    'GBP'));
