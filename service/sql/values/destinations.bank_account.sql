-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table destinations.bank_account
  drop constraint if exists bank_account_currency_check,
  add constraint bank_account_currency_check check (currency in (
    'CHF',
    'GBP')),
  drop constraint if exists bank_account_confirmation_check,
  add constraint bank_account_confirmation_check check (confirmation in (
    'match',
    'close_match',
    'no_match',
    'unavailable'));
