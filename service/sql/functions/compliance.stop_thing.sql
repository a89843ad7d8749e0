-- compliance.stop_thing(tab, machine, thing): a thing that must wait because of its institution gets a hold for each reason, once
-- (compliance.waits_of, place_waits). Locks: the thing, then the lock that stopped_among shares, as compliance.mark does. Call
-- state.acting first. Returns how many holds were placed.
create or replace function compliance.stop_thing(tab regclass, machine text, thing uuid) returns integer
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format('select from %s where id = $1 for update', tab) using thing;
  return (select compliance.place_waits(array_agg(w.thing), array_agg(w.institution), array_agg(w.kind), array_agg(w.reason))
    from compliance.waits_of(tab, machine, array[thing]) w);
end $$;
revoke all on function compliance.stop_thing from public;
