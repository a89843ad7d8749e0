create or replace trigger stays before update on compliance.hold for each row execute function compliance.keep_hold_subject();
create or replace trigger marks_new after insert on compliance.hold referencing new table as placed
  for each statement execute function compliance.mark_held_items();
create or replace trigger marks after update of state, subject_id, concluded_at on compliance.hold for each row
  when ((old.state, old.subject_id, old.concluded_at) is distinct from (new.state, new.subject_id, new.concluded_at))
  execute function compliance.mark_held_item();
-- A constraint trigger cannot be replaced.
drop trigger if exists withdrawal_canceled on compliance.hold;
create constraint trigger withdrawal_canceled after update of subject_id on compliance.hold deferrable initially deferred
  for each row when (old.subject_id is not null and new.subject_id is null) execute function compliance.assert_withdrawal_canceled();
drop trigger if exists canceled on compliance.hold;
create constraint trigger canceled after update of state on compliance.hold deferrable initially deferred
  for each row when (old.state <> new.state and new.state = 'rejected' and new.reason = 'debt_review' and new.maker = 'institution')
  execute function compliance.assert_withdrawal_canceled();
create or replace trigger moves before insert or update on compliance.hold
  for each row execute function state.enforce('hold');
create or replace trigger begins after insert on compliance.hold referencing new table as fresh
  for each statement execute function state.record_first_step('hold');

-- Intents belong to base, which does not know holds.
create or replace trigger leaves before update on work.intent for each row
  when (new.state = 'sent') execute function compliance.refuse_effect();

create or replace trigger decided before update of state on compliance.hold for each row
  when (old.state <> new.state and new.state in ('released', 'rejected', 'frozen')) execute function compliance.assert_hold_decided();

create or replace trigger about before insert on compliance.hit for each row execute function compliance.assert_hit_pair();
create or replace trigger decided before update on compliance.hit for each row execute function compliance.assert_hit_decided();
drop trigger if exists placed on compliance.hold_hit;
create constraint trigger placed after insert on compliance.hold_hit deferrable initially deferred
  for each row execute function compliance.assert_hits_of_new_hold();
drop trigger if exists placed on compliance.hold_question;
create constraint trigger placed after insert on compliance.hold_question deferrable initially deferred
  for each row execute function compliance.assert_hits_of_new_hold();
create or replace trigger about before insert on compliance.question for each row
  execute function compliance.assert_question_hash();
create or replace trigger answers before update of matches, answered_at on compliance.question
  for each row execute function compliance.assert_answer_stored();
create or replace trigger about before insert on compliance.party for each row
  execute function compliance.assert_party_hash();
create or replace trigger ends before update of ended_at on compliance.party for each row
  execute function compliance.assert_party_decided();
create or replace trigger ends before update of state, replaced_at on compliance.list_version
  for each row execute function compliance.assert_version_replaced();
create or replace trigger begins before insert on compliance.list_entry
  for each row execute function compliance.assert_entry_version();
create or replace trigger ends before update of ended on compliance.list_entry
  for each row execute function compliance.assert_entry_version();
drop trigger if exists removed on compliance.list_entry;
create constraint trigger removed after update of ended on compliance.list_entry deferrable initially deferred
  for each row when (new.list = 'own' and new.content #>> '{programmes,0}' = 'staff' and new.ended is not null)
  execute function compliance.assert_removal_approved();
create or replace trigger append_only before delete or truncate on compliance.list_version
  for each statement execute function base.append_only();
create or replace trigger append_only before delete or truncate on compliance.list_entry
  for each statement execute function base.append_only();
create or replace trigger accepted before update of accepted on compliance.list_source for each row
  when (new.accepted is not null and new.accepted is distinct from old.accepted)
  execute function compliance.assert_version_accepted();
create or replace trigger moves before insert or update on compliance.exchange
  for each row execute function state.enforce('travel_rule');
create or replace trigger begins after insert on compliance.exchange referencing new table as fresh
  for each statement execute function state.record_first_step('travel_rule');
-- An exchange belongs to its transfer for good, and an inquiry to the deposit that it announced.
create or replace trigger keeps_transfer before update of subject_kind, subject_id on compliance.exchange for each row
  when (old.subject_id is not null and (old.subject_kind, old.subject_id) is distinct from (new.subject_kind, new.subject_id))
  execute function base.never_changes();
create or replace trigger append_only before delete or update or truncate on compliance.exchange_message
  for each statement execute function base.append_only();
create or replace trigger append_only before delete or truncate on compliance.exchange
  for each statement execute function base.append_only();

create or replace trigger agreed before insert or update on compliance.limit_rule
  for each row execute function compliance.assert_limit_agreed();
create or replace trigger append_only before delete or truncate on compliance.limit_rule
  for each statement execute function base.append_only();
create or replace trigger moves before insert or update on compliance.rule_version
  for each row execute function state.enforce('rule');
create or replace trigger begins after insert on compliance.rule_version referencing new table as fresh
  for each statement execute function state.record_first_step('rule');
create or replace trigger decided before update of state on compliance.rule_version for each row
  when (old.state <> new.state and 'active' in (old.state, new.state)) execute function compliance.assert_rule_decided();
create or replace trigger append_only before delete or truncate on compliance.rule_version
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on compliance.rule
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on compliance.rule_hit
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on compliance.hold_rule
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on compliance.movement
  for each statement execute function base.append_only();
drop trigger if exists placed on compliance.hold_rule;
create constraint trigger placed after insert on compliance.hold_rule deferrable initially deferred
  for each row execute function compliance.assert_hits_of_new_hold();

create or replace trigger pulled before insert on compliance.switch for each row execute function compliance.assert_switch_pulled();
create or replace trigger lifted before update on compliance.switch for each row execute function compliance.assert_switch_lifted();
create or replace trigger append_only before delete or truncate on compliance.switch
  for each statement execute function base.append_only();

create or replace trigger moves before insert or update on compliance.case_file
  for each row execute function state.enforce('case');
create or replace trigger begins after insert on compliance.case_file referencing new table as fresh
  for each statement execute function state.record_first_step('case');
create or replace trigger decided before update on compliance.case_file for each row
  when (old.state in ('open', 'in_review')) execute function compliance.assert_case_decided();
create or replace trigger over before update on compliance.case_file for each row
  when (old.state not in ('open', 'in_review')) execute function compliance.assert_case_open();
create or replace trigger append_only before delete or truncate on compliance.case_file
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on compliance.case_alert
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on compliance.case_note
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on compliance.case_document
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on compliance.case_document_content
  for each statement execute function base.append_only();
