-- The zone in which the days of an asset begin: that of its payment system. Crypto has none, and uses UTC. Without a search
-- path of its own, so that its callers contain it.
create or replace function compliance.limit_zone(asset text) returns text
language sql immutable as $$
  select case when asset in ('CHF', 'VCHF') then 'Europe/Zurich' when asset in ('GBP', 'VGBP') then 'Europe/London' else 'UTC' end
$$;
