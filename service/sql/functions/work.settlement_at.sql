-- The settlement time at a wall time, for programs without a settlement clock of their own. Settlement time pauses
-- while no process runs; without a clock (production) it equals the wall time.
create or replace function work.settlement_at(at timestamptz) returns timestamptz
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select settlement + (least(at, seen + interval '30 seconds') - wall) * speed from work.clock), at)
$$;
