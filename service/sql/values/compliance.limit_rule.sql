-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.limit_rule
  drop constraint if exists limit_rule_product_check,
  add constraint limit_rule_product_check check (product in (
    'mint',
    'redeem',
    'withdraw',
    'trade',
    'onramp',
    'offramp')),
  drop constraint if exists limit_rule_period_check,
  add constraint limit_rule_period_check check (period in (
    'day',
    'month'));
