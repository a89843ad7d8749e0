-- The hash of orders for their mark, one array per column. For orders that wait for a venue it covers only the request.
-- The other arrays are null.
create or replace function trading.orders_hash(
  ids uuid[], institutions uuid[], clordids text[], symbols text[], sides text[], qtys numeric[], prices numeric[],
  created timestamptz[], states text[], amounts numeric[], fees numeric[], fills jsonb[], errors text[], trades uuid[],
  updated timestamptz[]
) returns bytea
  language plpgsql stable set search_path = pg_catalog, pg_temp set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
begin
  return sha256(convert_to(concat(ids, institutions, clordids, symbols, sides, qtys, prices, created,
    states, amounts, fees, fills, errors, trades, updated), 'UTF8'));
end $$;
revoke all on function trading.orders_hash from public;
