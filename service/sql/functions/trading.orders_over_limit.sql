-- The numbers of the orders that would exceed a limit of their institution; null if there are none. Of orders that only
-- exceed it together, the first is meant, because the others may fit without it. Locks: the limits. Called by
-- trading.place only.
create or replace function trading.orders_over_limit(institutions uuid[], symbols text[], qtys numeric[], amounts numeric[],
  states text[]) returns int[]
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan as $$
declare
  assets text[];
begin
  if not compliance.has_limit(institutions, 'trade') then
    return null;
  end if;
  assets := array(select split_part(symbol, '/', 1) from unnest(symbols) symbol)
    || array(select split_part(symbol, '/', 2) from unnest(symbols) symbol);
  perform compliance.lock_limits(institutions || institutions, 'trade', assets);
  return (
    with remaining as materialized (
      select institution, l.asset, min(l.amount - l.used) as remaining
      from (select distinct institution from unnest(institutions) institution) limited,
        lateral compliance.limits_of(limited.institution) l
      where l.product = 'trade' group by 1, 2),
    counted as (
      select n, institution, asset, amount, sum(amount) over (partition by institution, asset order by n) as together
      from (
        select (place - 1) % cardinality(states) + 1 as n, institution, asset, amount
        from unnest(institutions || institutions, assets, qtys || amounts, states || states)
          with ordinality leg (institution, asset, amount, state, place)
        where state <> 'Rejected') legs)
    select array_agg(distinct n) from (
      select n, amount > remaining or row_number() over (partition by institution, asset order by n) = 1 as is_meant
      from counted join remaining using (institution, asset)
      where together > remaining) over_limit
    where is_meant);
end $$;
revoke all on function trading.orders_over_limit from public;
