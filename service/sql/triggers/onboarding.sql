create or replace trigger moves before insert or update on onboarding.agreement
  for each row execute function state.enforce('agreement');
create or replace trigger begins after insert on onboarding.agreement referencing new table as fresh
  for each statement execute function state.record_first_step('agreement');

create or replace trigger two_decide before update of state on onboarding.kyb_case for each row
  when (old.state <> new.state and new.state in ('approved', 'rejected', 'offboarded'))
  execute function onboarding.assert_kyb_decided();
create or replace trigger moves before insert or update on onboarding.kyb_case
  for each row execute function state.enforce('kyb_case');
create or replace trigger begins after insert on onboarding.kyb_case referencing new table as fresh
  for each statement execute function state.record_first_step('kyb_case');
-- Fires before `standing` and `stops`, which need the new standing: triggers fire in the order of their names.
create or replace trigger notes_standing after insert or update of state or delete on onboarding.kyb_case
  for each row execute function onboarding.update_standing();
create or replace trigger standing_decided before insert or update of standing on directory.institution
  for each row execute function onboarding.assert_standing_derived();
create or replace trigger stops after update of state on onboarding.kyb_case for each row
  when (old.state <> new.state and new.state in ('suspended', 'review_overdue', 'offboarded'))
  execute function compliance.apply_institution_standing();
create or replace trigger two_agree before insert on onboarding.closing_payout
  for each row execute function onboarding.assert_closing_approved();
-- The risk of the institution was assessed again: what it has under way may wait for enhanced due diligence.
create or replace trigger needs_edd after update of risk on onboarding.kyb_case for each row
  when (new.state in ('periodic_review', 'review_overdue', 'suspended') and new.risk is distinct from old.risk
    and new.risk ->> 'class' is distinct from new.accepted_class)
  execute function compliance.apply_institution_standing();
create or replace trigger accepts before update of state on onboarding.kyb_case for each row
  when (old.state <> new.state and new.state = 'approved') execute function onboarding.note_accepted_class();
create or replace trigger begins_open before insert on directory.institution for each row
  execute function onboarding.assert_not_halted();
