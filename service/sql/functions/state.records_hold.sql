-- Whether the history tells by a line of its own that a hold was placed on a item in this state, or has ended. What can still be
-- screened becomes `held` by itself, and what is `held` tells by its next state.
create or replace function state.records_hold(machine text, in_state text) returns boolean
  language sql stable as $$
  select in_state <> 'held' and not exists (select from state.transition t
    where t.machine = records_hold.machine and t.from_state = in_state and t.event in ('screen', 'hold'))
$$;
revoke all on function state.records_hold from public;
