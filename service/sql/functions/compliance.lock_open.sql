-- Locks what this institution has under way, and against whatever of it begins meanwhile (compliance.standing_applies): for who
-- changes a balance first and then stops what leaves. Everything else locks the thing first, and then the balance.
create or replace function compliance.lock_open(institution uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
begin
  perform pg_advisory_xact_lock(hashtextextended('standing ' || institution, 0));
  for one in select * from state.stoppable()
  loop
    execute format('select from %s where institution_id = $1 and state = any ($2) order by id for update', one.tab)
      using institution, one.states;
  end loop;
end $$;
revoke all on function compliance.lock_open from public;
grant execute on function compliance.lock_open to specie_app;
