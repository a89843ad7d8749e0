-- state.lock_holdable(item): locks the rows with this id in holdable tables, and returns their table and state. A table
-- is holdable when it has the trigger of state.enforce_hold, whose argument is its machine.
create or replace function state.lock_holdable(item uuid)
  returns table (tab regclass, machine text, current_state text, on_hold boolean, institution_id uuid) language plpgsql as $$
begin
  for tab, machine in
    select t.tgrelid, split_part(encode(t.tgargs, 'escape'), '\000', 1) from pg_trigger t
    where t.tgfoid = 'state.enforce_hold'::regproc order by t.tgrelid
  loop
    execute format('select state, on_hold, institution_id from %s where id = $1 for update', tab)
      into current_state, on_hold, institution_id using item;
    if current_state is not null then
      return next;
    end if;
  end loop;
end $$;
revoke all on function state.lock_holdable from public;
