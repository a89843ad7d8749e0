-- Refuses to sign for an item on hold or switched off, for a coin whose minting is halted, for a barred address, or for a
-- hosted wallet whose provider has not approved the transfer of these coins (Travel Rule).
create or replace function chains.refuse_bytes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from chains.carried c join chains.operation o on o.id = c.operation_id
      where c.transaction_id = new.transaction_id
        and (compliance.is_stopped(o.subject) or compliance.is_switched_off(o.subject)
          or compliance.is_pulled(chains.switches_of(o.kind, o.asset, o.chain)) or exists (select from compliance.barred b where b.id = o.address_id)
          or compliance.lacks_agreement_to(o.subject, o.address_id, o.chain, o.recipient, o.asset, o.amount))) then
    raise exception 'transaction % carries an item on hold: it cannot be signed', new.transaction_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A replacement of a signed transaction changes only its fee.
