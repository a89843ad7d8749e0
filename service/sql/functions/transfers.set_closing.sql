-- Before a withdrawal is inserted: sets whether it pays out the balance of an offboarded institution as two people
-- approved.
create or replace function transfers.set_closing() returns trigger language plpgsql as $$
begin
  new.closing := directory.standing_of(new.institution_id) is not distinct from 'offboarded'
    and exists (select from onboarding.closing_destination d
      where (d.institution_id, d.asset) = (new.institution_id, new.asset)
        and coalesce(d.bank_account_id, d.address_id) = coalesce(new.bank_account_id, new.address_id));
  return new;
end $$;
