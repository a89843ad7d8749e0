-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.limit_item
  drop constraint if exists limit_item_product_check,
  add constraint limit_item_product_check check (product in (
    'mint',
    'redeem',
    'withdraw',
    'trade',
    'onramp',
    'offramp'));
