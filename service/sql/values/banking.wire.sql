-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.wire
  drop constraint if exists wire_currency_check,
  add constraint wire_currency_check check (currency in (
    'CHF',
    'GBP'));
