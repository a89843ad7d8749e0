-- A deposit gets an owner once, by two people, and keeps it.
create or replace function transfers.deposit_owner() returns trigger language plpgsql as $$
begin
  if new.institution_id is distinct from old.institution_id
    and (old.institution_id is not null or new.assigned_at is null) then
    raise exception 'deposit % keeps its owner', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
