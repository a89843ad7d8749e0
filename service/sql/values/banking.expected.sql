-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.expected
  drop constraint if exists expected_kind_check,
  add constraint expected_kind_check check (kind in (
    'conversion',
    'rail')),
  drop constraint if exists expected_currency_check,
  add constraint expected_currency_check check (currency in (
    'CHF',
    'GBP'));
