-- What happens to a thing of this machine in this state when its institution is `stopping` (suspended, offboarded), or when the key
-- that asked for it is revoked (key_revoked) or an approver leaves (approver_left): protocol/src/standing.ts. Null: there is
-- nothing left to stop, or nothing has happened to the institution.
create or replace function state.course(machine text, state text, stopping text) returns text
  language sql stable set search_path = state, pg_temp as $$
  select case course.stopping when 'suspended' then s.suspended when 'offboarded' then s.offboarded
    when 'key_revoked' then s.key_revoked when 'approver_left' then s.approver_left end
  from standing s where s.machine = course.machine and s.in_state = course.state
$$;
revoke all on function state.course from public;
