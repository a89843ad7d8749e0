-- Two people approve, reject and reinstate a KYB case (kyb.decide) and offboard it (institution.offboard, with a
-- destination for each balance), in the transaction that uses their approval and with the decision that they approved.
-- Runs after state.enforce, which refuses invalid steps.
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
  if new.state = 'approved' and old.state <> 'suspended' then
    perform compliance.assert_not_pulled('{onboarding}');
  end if;
  return new;
end $$;
