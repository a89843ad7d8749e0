-- The wall time of a settlement time: the inverse of work.settlement_at. In production both are the same.
create or replace function work.wall_at(settlement_time timestamptz) returns timestamptz
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select wall + (settlement_time - settlement) / speed from work.clock), settlement_time)
$$;
