-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table transfers.statement
  drop constraint if exists statement_currency_check,
  add constraint statement_currency_check check (currency in (
    'CHF',
    'GBP'));
