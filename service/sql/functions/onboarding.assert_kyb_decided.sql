-- A KYB case is approved, rejected and reinstated by two people (kyb.decide), and offboarded by two (institution.offboard), who say where its balances go: in
-- the transaction that uses their approval, in the sense that they agreed on. After state.enforce, which refuses other moves.
create or replace function onboarding.assert_kyb_decided() returns trigger language plpgsql as $$
declare
  whose text := new.institution_id::text;
  decision text := case when new.state = 'rejected' then 'reject' when old.state = 'suspended' then 'reinstate' else 'approve' end;
begin
  if new.state = 'offboarded' then
    perform people.assert_approved('institution.offboard', whose);
    perform onboarding.assert_paid_out(new.institution_id);
  elsif people.approved_payload('kyb.decide', whose) ->> 'decision' is distinct from decision then
    raise exception 'to % institution % needs the approval of a second person', decision, whose
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
