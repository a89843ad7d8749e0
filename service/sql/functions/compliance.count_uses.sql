-- compliance.count_uses(institutions, product, assets, amounts): counts accepted uses of a product today, one row for
-- each. Locks: the counters, in one order. Called by triggers and by trading.place, which have checked the limits.
create or replace function compliance.count_uses(institutions uuid[], product text, assets text[], amounts numeric[])
returns void
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  at timestamptz := work.settlement_at(now());
begin
  insert into compliance.limit_use as u (institution_id, product, asset, day, used)
  select institution, count_uses.product, asset, (at at time zone compliance.limit_zone(asset))::date, sum(amount)
  from unnest(institutions, assets, amounts) counted (institution, asset, amount)
  group by institution, asset order by institution, asset
  on conflict (institution_id, product, asset, day) do update set used = u.used + excluded.used;
end $$;
revoke all on function compliance.count_uses from public;
