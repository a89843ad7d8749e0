-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table trading.client_order
  drop constraint if exists client_order_side_check,
  add constraint client_order_side_check check (side in (
    'Buy',
    'Sell')),
  drop constraint if exists client_order_state_check,
  add constraint client_order_state_check check (state in (
    'received',
    'Filled',
    'Rejected'));
