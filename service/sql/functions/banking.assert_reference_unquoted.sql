-- A reference that a wire without an owner already quotes is not given to an institution, because that would assign the
-- wire without the approval of two people (wire.assign). The caller retries and gets the next number.
create or replace function banking.assert_reference_unquoted() returns trigger language plpgsql as $$
begin
  if exists (select from banking.wire w where w.state in ('booked', 'unidentified') and w.institution_id is null
    and w.currency = new.currency and new.value in (w.reference, w.paid_to)) then
    raise exception 'reference % is quoted by a wire already: take the next one', new.value using errcode = 'check_violation';
  end if;
  return new;
end $$;
