-- Ends what an institution has asked for and nobody of it has decided on, because it cannot be done any more. Returns the request;
-- null: none waits. Not for the service: compliance.end_request says when. Locks: the approval.
create or replace function people.end_request(kind text, subject text, at timestamptz) returns uuid
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  ended uuid;
begin
  perform state.acting('service', 'rejected', at);
  update people.approval a set state = 'withdrawn', withdrawn_by = 'service', updated_at = at
    where a.kind = end_request.kind and a.subject = end_request.subject and a.state = 'waiting'
    returning a.id into ended;
  return ended;
end $$;
revoke all on function people.end_request from public;
