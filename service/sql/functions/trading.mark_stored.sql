-- Marks the stored orders among these ids.
create or replace function trading.mark_stored(ids uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  part record;
begin
  for part in
    select o.state = 'received' as is_received, array_agg(o.id order by o.id) as orders
    from trading.client_order o where o.id = any (ids) group by 1
  loop
    perform trading.mark_orders(part.orders, part.is_received, trading.stored_hash(part.orders, part.is_received));
  end loop;
end $$;
revoke all on function trading.mark_stored from public;
