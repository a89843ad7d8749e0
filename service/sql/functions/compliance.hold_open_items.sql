-- compliance.hold_open_items(institution): places holds on all items of the institution that must wait, in every
-- holdable table. One statement places them all, because anyone can send dust to a deposit address. Takes a lock that
-- later items also take (compliance.apply_standing). Call state.set_actor first. Returns the number of holds.
create or replace function compliance.hold_open_items(institution uuid) returns integer
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  one record;
  due record;
  found_items uuid[];
  items uuid[] := '{}';
  kinds text[] := '{}';
  reasons text[] := '{}';
begin
  perform compliance.lock_open_items(institution);
  for one in select * from state.holdable_tables()
  loop
    execute format('select array_agg(id) from %s where institution_id = $1 and state = any ($2)', one.tab)
      into found_items using institution, one.states;
    continue when found_items is null;
    select array_agg(w.item) as items, array_agg(w.kind) as kinds, array_agg(w.reason) as reasons into due
      from compliance.due_standing_holds(one.tab, one.machine, found_items) w;
    items := items || due.items;
    kinds := kinds || due.kinds;
    reasons := reasons || due.reasons;
  end loop;
  return compliance.place_standing_holds(items, array_fill(institution, array[cardinality(items)]), kinds, reasons);
end $$;
revoke all on function compliance.hold_open_items from public;
