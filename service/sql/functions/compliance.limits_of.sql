-- The limits of an institution with what is used of them now. `resets_at` is wall time. Without a search path of its own, so
-- that queries contain it, and calculate only the columns that they need.
create or replace function compliance.limits_of(institution uuid)
returns table (product text, asset text, period text, amount numeric, used numeric, resets_at timestamptz)
language sql stable as $$
  select r.product, r.asset, r.period, r.amount,
    coalesce((select sum(u.used) from compliance.limit_use u
      where u.institution_id = r.institution_id and u.product = r.product and u.asset = r.asset
        and u.day between began.day and today.day), 0)
    - coalesce((select sum(i.amount) from compliance.limit_item i
      where i.institution_id = r.institution_id and i.product = r.product and i.asset = r.asset
        and i.day between began.day and today.day and i.returned_at is not null), 0),
    work.wall_at((case r.period when 'day' then today.day + 1 else (began.day + interval '1 month')::date end)::timestamp
      at time zone compliance.limit_zone(r.asset))
  from compliance.limit_rule r
  cross join lateral (
    select ((select work.settlement_at(now())) at time zone compliance.limit_zone(r.asset))::date as day) today
  cross join lateral (select case r.period when 'day' then today.day else date_trunc('month', today.day)::date end as day) began
  where r.institution_id = institution and r.amount is not null
$$;
revoke all on function compliance.limits_of from public;
grant execute on function compliance.limits_of to specie_app;
