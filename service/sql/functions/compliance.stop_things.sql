-- compliance.stop_things(institution): whatever of this institution must wait now is put on hold (compliance.stop_thing), in
-- every table that can be held. Under a lock that whatever comes later takes too (compliance.standing_applies). Call state.acting
-- first. Returns how many holds were placed.
create or replace function compliance.stop_things(institution uuid) returns integer
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  one record;
  thing uuid;
  placed integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('standing ' || institution, 0));
  for one in select * from state.stoppable()
  loop
    for thing in execute format('select id from %s where institution_id = $1 and state = any ($2) order by id', one.tab)
      using institution, one.states
    loop
      placed := placed + compliance.stop_thing(one.tab, one.machine, thing);
    end loop;
  end loop;
  return placed;
end $$;
revoke all on function compliance.stop_things from public;
