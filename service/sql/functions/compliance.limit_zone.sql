-- The zone in which the days of an asset begin: that of its payment system. Crypto has none, and uses UTC.
create or replace function compliance.limit_zone(asset text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when asset in ('CHF', 'VCHF') then 'Europe/Zurich' when asset in ('GBP', 'VGBP') then 'Europe/London' else 'UTC' end
$$;
