-- At the end of the transaction that adds a payment which needs a second person; the argument is the kind of the
-- approval. Refused (approval_missing) unless an approval of exactly this payment is requested from people of this
-- institution, and a hold keeps the payment until then (compliance.assert_hold_decided). Neither the payment's terms
-- nor the request can change later.
create or replace function destinations.assert_second_person_requested() returns trigger language plpgsql as $$
declare
  asked jsonb := people.requested_payload(tg_argv[0], new.id::text, new.institution_id);
  destination text;
  paid_to text;
begin
  select d.label, d.paid_to into destination, paid_to from (
    select a.id, a.label, a.address as paid_to from destinations.address a
    union all select b.id, b.label, b.identifier from destinations.bank_account b
  ) d where d.id::text in (to_jsonb(new) ->> 'address_id', to_jsonb(new) ->> 'bank_account_id');
  if (asked ->> 'id', asked ->> 'institutionid', asked ->> 'asset', asked ->> 'destination', asked ->> 'paid_to',
      ledger.minor_units(new.asset, (asked ->> 'quantity')::numeric), compliance.awaits_second_person(new.id))
    is distinct from (new.id::text, new.institution_id::text, new.asset, destination, paid_to, new.quantity, true) then
    raise exception '% of % needs the approval of a second person', tg_argv[0], new.id
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return null;
end $$;
revoke all on function destinations.assert_second_person_requested from public;
