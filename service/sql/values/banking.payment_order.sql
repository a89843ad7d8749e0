-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.payment_order
  drop constraint if exists payment_order_purpose_check,
  add constraint payment_order_purpose_check check (purpose in (
    'client_money',
    'reserve')),
  drop constraint if exists payment_order_currency_check,
  add constraint payment_order_currency_check check (currency in (
    'CHF',
    'GBP'));
