-- The switches that stop an operation, in addition to those of its item: new coins, also those of rails.
create or replace function chains.switches_of(kind text, asset text, chain text) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when kind = 'mint' then array['mint:' || asset, 'mint:' || asset || ':' || chain] else '{}' end
$$;
