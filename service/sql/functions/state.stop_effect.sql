-- The effect on an item of this machine in this state when its institution is `stopping` (suspended, offboarded), when
-- its key is revoked (key_revoked) or when an approver leaves (approver_left): protocol/src/standing.ts. Null: the item
-- has ended, or the institution is not stopped.
create or replace function state.stop_effect(machine text, state text, stopping text) returns text
  language sql stable set search_path = state, pg_temp as $$
  select case stop_effect.stopping when 'suspended' then s.suspended when 'offboarded' then s.offboarded
    when 'key_revoked' then s.key_revoked when 'approver_left' then s.approver_left end
  from standing s where s.machine = stop_effect.machine and s.in_state = stop_effect.state
$$;
revoke all on function state.stop_effect from public;
