-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.limit_use
  drop constraint if exists limit_use_product_check,
  add constraint limit_use_product_check check (product in (
    'mint',
    'redeem',
    'withdraw',
    'trade',
    'onramp',
    'offramp'));
