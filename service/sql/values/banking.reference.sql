-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.reference
  drop constraint if exists reference_currency_check,
  add constraint reference_currency_check check (currency in (
    'CHF',
    'GBP'));
