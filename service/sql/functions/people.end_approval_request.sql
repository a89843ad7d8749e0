-- Ends a pending request of an institution that can no longer be executed. Returns the request, or null if there is none.
-- Not callable by the service: compliance.end_approval_request calls it. Locks: the approval.
create or replace function people.end_approval_request(kind text, subject text, at timestamptz) returns uuid
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  ended uuid;
begin
  perform state.set_actor('service', 'rejected', at);
  update people.approval a set state = 'withdrawn', withdrawn_by = 'service', updated_at = at
    where a.kind = end_approval_request.kind and a.subject = end_approval_request.subject and a.state = 'waiting'
    returning a.id into ended;
  return ended;
end $$;
revoke all on function people.end_approval_request from public;
