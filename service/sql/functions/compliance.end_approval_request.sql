-- Called in the transaction in which two members of staff reject this hold. The held item will not be executed, so the
-- pending approval request of its institution ends too. Returns that request, or null if there is none. Locks: the approval.
create or replace function compliance.end_approval_request(hold uuid, at timestamptz) returns uuid
  language plpgsql security definer set search_path = compliance, pg_temp as $$
declare
  held hold;
begin
  if people.approved_payload('hold.decide', hold::text) ->> 'decision' is distinct from 'reject' then
    return null;
  end if;
  select * into held from hold h where h.id = end_approval_request.hold;
  return people.end_approval_request('member.' || held.subject_kind, held.subject_id::text, at);
end $$;
revoke all on function compliance.end_approval_request from public;
grant execute on function compliance.end_approval_request to specie_app;
