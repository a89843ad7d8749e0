-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table issuance.conversion
  drop constraint if exists conversion_buy_check,
  add constraint conversion_buy_check check (buy in (
    'CHF',
    'GBP'));
