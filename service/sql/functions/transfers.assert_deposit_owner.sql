-- A deposit gets an owner once, by two people (deposit.assign).
create or replace function transfers.assert_deposit_owner() returns trigger language plpgsql as $$
begin
  if new.institution_id is not distinct from old.institution_id then
    return new;
  end if;
  if old.institution_id is not null or new.assigned_at is null then
    raise exception 'deposit % keeps its owner', old.id using errcode = 'check_violation';
  end if;
  if people.approved_payload('deposit.assign', old.id::text) ->> 'institutionid' is distinct from new.institution_id::text then
    raise exception 'deposit % gets its owner from two people: deposit.assign needs their approval', old.id
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
