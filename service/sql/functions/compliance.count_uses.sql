-- compliance.count_uses(institutions, product, assets, amounts): counts accepted uses of a product today, one row for
-- each. Locks: the counters, in one order. Called by triggers and by trading.place, which have checked the limits.
create or replace function compliance.count_uses(institutions uuid[], product text, assets text[], amounts numeric[])
returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into compliance.limit_use as u (institution_id, product, asset, day, used)
  select institution, product, asset,
    (work.settlement_at(now()) at time zone compliance.limit_zone(asset))::date, sum(amount)
  from unnest(institutions, assets, amounts) counted (institution, asset, amount)
  group by institution, asset order by institution, asset
  on conflict (institution_id, product, asset, day) do update set used = u.used + excluded.used
$$;
revoke all on function compliance.count_uses from public;
