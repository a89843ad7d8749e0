-- The balance of an offboarded institution is paid as two people approved (institution.offboard), in the transaction
-- that uses their approval, and only to a bank account or wallet of that institution.
create or replace function onboarding.assert_closing_approved() returns trigger language plpgsql as $$
declare
  destination uuid := coalesce(new.bank_account_id, new.address_id);
begin
  if not exists (
    select from jsonb_array_elements(people.approved_payload('institution.offboard', new.institution_id::text) -> 'payouts') p
    where p ->> 'asset' = new.asset and p ->> 'destination' = destination::text
  ) or not exists (
    select from destinations.destination d where (d.id, d.institution_id) = (destination, new.institution_id)
  ) then
    raise exception 'institution.offboard of % needs the approval of a second person', new.institution_id
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
