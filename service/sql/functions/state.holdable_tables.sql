-- The holdable tables, with their machines and the states in which an item can still be stopped.
create or replace function state.holdable_tables() returns table (tab regclass, machine text, states text[])
  language sql stable set search_path = state, pg_temp as $$
  select t.tgrelid::regclass, m.name, array(select s.in_state from standing s where s.machine = m.name order by 1)
  from pg_trigger t cross join lateral (select split_part(encode(t.tgargs, 'escape'), '\000', 1) as name) m
  where t.tgfoid = 'state.enforce_hold'::regproc order by t.tgrelid
$$;
revoke all on function state.holdable_tables from public;
