-- compliance.stop_things(institution): whatever of this institution must wait now is put on hold, in every table that can be held,
-- by one statement whatever the number: anybody can send dust to a deposit address. Under a lock that whatever comes later takes
-- too (compliance.standing_applies). Call state.acting first. Returns how many holds were placed.
create or replace function compliance.stop_things(institution uuid) returns integer
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  one record;
  due record;
  found_things uuid[];
  things uuid[] := '{}';
  kinds text[] := '{}';
  reasons text[] := '{}';
begin
  perform compliance.lock_open(institution);
  for one in select * from state.stoppable()
  loop
    execute format('select array_agg(id) from %s where institution_id = $1 and state = any ($2)', one.tab)
      into found_things using institution, one.states;
    continue when found_things is null;
    select array_agg(w.thing) as things, array_agg(w.kind) as kinds, array_agg(w.reason) as reasons into due
      from compliance.waits_of(one.tab, one.machine, found_things) w;
    things := things || due.things;
    kinds := kinds || due.kinds;
    reasons := reasons || due.reasons;
  end loop;
  return compliance.place_waits(things, array_fill(institution, array[cardinality(things)]), kinds, reasons);
end $$;
revoke all on function compliance.stop_things from public;
