-- Pulling a switch waits for the end of the caller's transaction, which has either happened before or sees the switch.
create or replace function compliance.lock_switches() returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select pg_advisory_xact_lock_shared(hashtextextended('switches', 0))
$$;
