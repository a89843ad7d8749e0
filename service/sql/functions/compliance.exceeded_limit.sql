-- The limit that an institution would exceed by using this much more: the one with the least left; null if none. Call it
-- with the limit locked (compliance.lock_limits).
create or replace function compliance.exceeded_limit(institution uuid, product text, asset text, more numeric) returns jsonb
language sql set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('limit', l.period, 'product', l.product, 'asset', l.asset,
    'left', greatest(l.amount - l.used, 0)::text, 'resets_at', l.resets_at)
  from compliance.limits_of(institution) l
  where l.product = exceeded_limit.product and l.asset = exceeded_limit.asset and l.used + more > l.amount
  order by l.amount - l.used limit 1
$$;
revoke all on function compliance.exceeded_limit from public;
