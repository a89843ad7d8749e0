-- Two people choose the address to which a rejected deposit returns, or freeze it. They may choose another address
-- until a transaction of its return is signed.
create or replace function transfers.assert_deposit_outcome() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.state = 'returning' and (new.returned_to is null or new.returned_to is distinct from compliance.return_address(new.id))
    or new.state = 'frozen' and (new.frozen_by is null or new.frozen_by is distinct from compliance.frozen_hold(new.id)) then
    raise exception 'deposit % is % only as two people have decided: hold.decide needs their approval', new.id, new.state
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  if old.state = new.state and new.state = 'returning' and (new.return_fee, new.frozen_by) is not distinct from (old.return_fee, old.frozen_by)
    and new.returned_to is not distinct from compliance.return_address(new.id)
    and not exists (select from chains.irrevocable i where i.subject = new.id) then
    return new;
  end if;
  if old.state = new.state and (new.returned_to, new.return_fee, new.frozen_by) is distinct from
    (old.returned_to, old.return_fee, old.frozen_by) then
    raise exception 'deposit % keeps its return address', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
