-- trading.end_order(id, filled, at): ends an order that waits for a venue. A filled order keeps its amounts and gets
-- its trade; a rejected order moved nothing. The service has no right to write orders itself. Locks: the order. Called
-- by trading/order/settle.ts only.
create or replace function trading.end_order(id uuid, filled boolean, at timestamptz) returns trading.client_order
  language sql security definer set search_path = trading, pg_temp as $$
  update client_order o set
    state = case when filled then 'Filled' else 'Rejected' end,
    amount = case when filled then o.amount else 0 end,
    fee = case when filled then o.fee else 0 end,
    fills = case when filled then o.fills else '[]' end,
    error = case when not filled then 'fok_not_fillable' end,
    trade_id = case when filled then o.id end,
    updated_at = end_order.at
  where o.id = end_order.id
  returning o.*
$$;
revoke all on function trading.end_order from public;
grant execute on function trading.end_order to specie_app;
