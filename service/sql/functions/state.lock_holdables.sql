-- Locks the rows with these ids in holdable tables, in order of table and id; returns the ids that exist.
create or replace function state.lock_holdables(items uuid[]) returns uuid[] language plpgsql as $$
declare
  one record;
  those uuid[];
  found_items uuid[] := '{}';
begin
  for one in select * from state.holdable_tables()
  loop
    execute format('select array_agg(id) from (select id from %s where id = any($1) order by id for update) locked', one.tab)
      into those using items;
    found_items := found_items || those;
  end loop;
  return found_items;
end $$;
revoke all on function state.lock_holdables from public;
