-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table rails.payment
  drop constraint if exists payment_stuck_check,
  add constraint payment_stuck_check check (stuck in (
    'conversion',
    'mint',
    'collection',
    'burn',
    'payout',
    'return'));
