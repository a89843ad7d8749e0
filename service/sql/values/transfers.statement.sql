-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table transfers.statement
  drop constraint if exists statement_currency_check,
  add constraint statement_currency_check check (currency in (
    'CHF',
    'GBP'));
