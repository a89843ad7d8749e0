-- trading.lock_order(id): locks and returns an order. The service has no right to write orders, and therefore none to
-- lock them. Locks: the order. Called by trading/order/settle.ts only.
create or replace function trading.lock_order(id uuid) returns setof trading.client_order
  language sql security definer set search_path = trading, pg_temp as $$
  select * from client_order o where o.id = lock_order.id for update
$$;
revoke all on function trading.lock_order from public;
grant execute on function trading.lock_order to specie_app;
