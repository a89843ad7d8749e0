-- Alerts are grouped, and cases decided, one after the other: an alert joins no case that is decided in the same moment.
create or replace function compliance.lock_cases() returns void
  language sql volatile set search_path = pg_catalog, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('cases of compliance', 0))
$$;
revoke all on function compliance.lock_cases from public;
grant execute on function compliance.lock_cases to specie_app;
