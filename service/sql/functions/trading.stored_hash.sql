-- The hash of orders as they are stored now, for the check.
create or replace function trading.stored_hash(orders uuid[], is_received boolean) returns bytea
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  asked record;
  decided record;
begin
  select array_agg(o.id order by n) as ids, array_agg(institution_id order by n) as institutions,
    array_agg(clordid order by n) as clordids, array_agg(symbol order by n) as symbols, array_agg(side order by n) as sides,
    array_agg(qty order by n) as qtys, array_agg(price order by n) as prices, array_agg(created_at order by n) as created
  into asked
  from unnest(orders) with ordinality each (id, n) join trading.client_order o on o.id = each.id;

  select array_agg(state order by n) as states, array_agg(amount order by n) as amounts, array_agg(fee order by n) as fees,
    array_agg(o.fills order by n) as fills, array_agg(error order by n) as errors, array_agg(trade_id order by n) as trades,
    array_agg(updated_at order by n) as updated
  into decided
  from unnest(orders) with ordinality each (id, n) join trading.client_order o on o.id = each.id where not is_received;

  return trading.orders_hash(asked.ids, asked.institutions, asked.clordids, asked.symbols, asked.sides, asked.qtys, asked.prices,
    asked.created, decided.states, decided.amounts, decided.fees, decided.fills, decided.errors, decided.trades,
    decided.updated);
end $$;
revoke all on function trading.stored_hash from public;
grant execute on function trading.stored_hash to specie_app;
