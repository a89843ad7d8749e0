-- Locks the rows with these ids in tables that can be held, in the order of tables and ids, and returns the ids of those that there are.
create or replace function state.lock_holdables(things uuid[]) returns uuid[] language plpgsql as $$
declare
  one record;
  those uuid[];
  found_things uuid[] := '{}';
begin
  for one in select * from state.stoppable()
  loop
    execute format('select array_agg(id) from (select id from %s where id = any($1) order by id for update) locked', one.tab)
      into those using things;
    found_things := found_things || those;
  end loop;
  return found_things;
end $$;
revoke all on function state.lock_holdables from public;
