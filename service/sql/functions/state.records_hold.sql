-- Returns true if the history needs entries of its own for the start and the end of a hold on an item in this state. It
-- needs none if the states show both. An item that can still be screened moves to `held`, and from `held` to the next state.
create or replace function state.records_hold(machine text, in_state text) returns boolean
  language sql stable as $$
  select in_state <> 'held' and not exists (select from state.transition t
    where t.machine = records_hold.machine and t.from_state = in_state and t.event in ('screen', 'hold'))
$$;
revoke all on function state.records_hold from public;
