create or replace trigger ended before update on banking.manual_line for each row execute function banking.assert_line_unchanged();

create or replace trigger holds before insert on banking.payout for each row execute function compliance.refuse_effect();
create or replace trigger leaves before update on banking.payout for each row
  when (old.state = 'prepared' and new.state = 'batched') execute function compliance.refuse_effect();
create or replace trigger moves before insert or update on banking.payout
  for each row execute function state.enforce('payout');
create or replace trigger begins after insert on banking.payout referencing new table as fresh
  for each statement execute function state.record_first_step('payout');

create or replace trigger moves before insert or update on banking.wire
  for each row execute function state.enforce('wire');
create or replace trigger begins after insert on banking.wire referencing new table as fresh
  for each statement execute function state.record_first_step('wire');
create or replace trigger holds before update on banking.wire for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('wire');
create or replace trigger owner before update of institution_id on banking.wire for each row
  when (old.institution_id is distinct from new.institution_id) execute function banking.assert_wire_owner();
create or replace trigger owner_new before insert on banking.wire for each row
  when (new.institution_id is not null) execute function banking.assert_wire_owner();

create or replace trigger frozen before update of state, frozen_by on banking.wire for each row
  when ((old.state = 'frozen', old.frozen_by) is distinct from (new.state = 'frozen', new.frozen_by))
  execute function banking.assert_freeze_approved();

create or replace trigger unquoted before insert on banking.reference
  for each row execute function banking.assert_reference_unquoted();

create or replace trigger retracted before update of retracted_at on banking.entry for each row
  when (old.retracted_at is distinct from new.retracted_at) execute function banking.assert_retraction_approved();

create or replace trigger agreed before update on banking.manual_file for each row execute function banking.assert_file_approved();

create or replace trigger return_agreed before insert on banking.payout for each row
  when (new.kind = 'return') execute function banking.assert_return_approved();

-- `decided_by` is `import` or `order …` when a later file explained the line. Any other value names the people who decided.
create or replace trigger decided_new after insert on banking.unclear_line for each row
  when (new.decided_by !~ '^(import$|order )') execute function banking.assert_line_approved();
create or replace trigger decided after update on banking.unclear_line for each row
  when ((old.decided_by, old.entries) is distinct from (new.decided_by, new.entries)
    and (old.decided_by !~ '^(import$|order )' or new.decided_by !~ '^(import$|order )'))
  execute function banking.assert_line_approved();

create or replace trigger arrives before update of entry_id on banking.expected for each row
  when (old.entry_id is distinct from new.entry_id) execute function banking.assert_expected_arrival();
create or replace trigger arrives_new before insert on banking.expected for each row
  when (new.entry_id is not null) execute function banking.assert_expected_arrival();

-- A stopped institution cannot request new items; items that arrive for it wait.
create or replace trigger standing after insert on banking.wire referencing new table as fresh
  for each statement execute function compliance.apply_standing('wire');
create or replace trigger standing_moves after update on banking.wire referencing old table as stale new table as fresh
  for each statement execute function compliance.apply_standing('wire');

-- A payout matches its request.
create or replace trigger agrees after insert on banking.payout for each row
  when (new.kind <> 'conversion') execute function banking.assert_payout_source();
