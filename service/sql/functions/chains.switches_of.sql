-- The switches that stop an operation, besides those of its item: whoever requests it, new coins are minted by one.
create or replace function chains.switches_of(kind text, asset text, chain text) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when kind = 'mint' then array['mint:' || asset, 'mint:' || asset || ':' || chain] else '{}' end
$$;
