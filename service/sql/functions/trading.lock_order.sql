-- trading.lock_order(id): an order, locked until the transaction ends. The service holds no right to write orders, and so none to
-- lock them either.
-- Locks: the order. Called by trading/order/settle.ts only.
create or replace function trading.lock_order(id uuid) returns setof trading.client_order
  language sql security definer set search_path = trading, pg_temp as $$
  select * from client_order o where o.id = lock_order.id for update
$$;
revoke all on function trading.lock_order from public;
grant execute on function trading.lock_order to specie_app;
