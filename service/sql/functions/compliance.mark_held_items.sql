-- Marks the subjects of all holds that one statement has placed. Locks: the rows, then the lock that stopped_among
-- shares.
create or replace function compliance.mark_held_items() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  items uuid[] := array(select distinct p.subject_id from placed p where p.subject_id is not null);
begin
  if cardinality(items) > 0 then
    items := state.lock_holdables(items);
    perform compliance.lock_holds(items);
    perform state.record_holds(items, (select max(p.updated_at) from placed p));
  end if;
  return null;
end $$;
