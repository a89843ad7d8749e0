-- That no second person is asked any more for a kind is itself approved by a second person, in this transaction.
create or replace function institutions.second_person_dropped() returns trigger language plpgsql as $$
begin
  if people.approved_payload('member.second_person', new.institution_id::text) ->> 'kind' is distinct from new.kind then
    raise exception 'to drop % needs the approval of a second person', new.kind
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
revoke all on function institutions.second_person_dropped from public;
