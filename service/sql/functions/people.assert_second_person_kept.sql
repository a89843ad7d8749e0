-- A second person approves, in this transaction, a change after which a second person is required less often: removing a
-- kind, or raising an amount. The payload names the kind and exactly the new amounts; null if no second person is
-- required from then on.
create or replace function people.assert_second_person_kept() returns trigger language plpgsql as $$
declare
  agreed jsonb := people.approved_payload('member.second_person', new.institution_id::text);
  is_raised boolean := people.amounts_raised(old.amounts, new.amounts);
begin
  if not new.is_dropped and not is_raised then
    return new;
  end if;
  if (agreed ->> 'kind', nullif(agreed -> 'amounts', 'null'))
    is distinct from (new.kind, case when not new.is_dropped then new.amounts end) then
    raise exception 'requiring a second person less often for % needs the approval of a second person', new.kind
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
revoke all on function people.assert_second_person_kept from public;
