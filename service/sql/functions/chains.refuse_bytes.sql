-- Nothing is signed that carries what a hold lies on, or that goes to an address which is not usable.
create or replace function chains.refuse_bytes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from chains.carried c join chains.operation o on o.id = c.operation_id
      left join destinations.withdrawal_wallet a on a.id = o.address_id
      where c.transaction_id = new.transaction_id and (compliance.is_stopped(o.subject) or a.state <> 'active')) then
    raise exception 'transaction % carries what must not leave: it is not signed', new.transaction_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A later form of a transaction that is signed already changes nothing but its fee.
