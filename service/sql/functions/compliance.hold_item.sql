-- compliance.hold_item(tab, machine, item): places one hold per reason on an item that must wait for its institution
-- (compliance.due_standing_holds, place_standing_holds). Locks: the item, then the lock that stopped_among shares, as
-- compliance.mark_held_item does. Call state.set_actor first. Returns the number of holds.
create or replace function compliance.hold_item(tab regclass, machine text, item uuid) returns integer
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format('select from %s where id = $1 for update', tab) using item;
  return (select compliance.place_standing_holds(array_agg(w.item), array_agg(w.institution), array_agg(w.kind), array_agg(w.reason))
    from compliance.due_standing_holds(tab, machine, array[item]) w);
end $$;
revoke all on function compliance.hold_item from public;
