-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.bank_account
  drop constraint if exists bank_account_purpose_check,
  add constraint bank_account_purpose_check check (purpose in (
    'client_money',
    'reserve',
    'house')),
  drop constraint if exists bank_account_currency_check,
  add constraint bank_account_currency_check check (currency in (
    'CHF',
    'GBP'));
