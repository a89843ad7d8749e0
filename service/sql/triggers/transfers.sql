create or replace trigger moves before insert or update on transfers.deposit
  for each row execute function state.enforce('deposit');
create or replace trigger begins after insert on transfers.deposit referencing new table as fresh
  for each statement execute function state.record_first_step('deposit');
create or replace trigger holds before update on transfers.deposit for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('deposit');
create or replace trigger owner before update of institution_id on transfers.deposit
  for each row execute function transfers.assert_deposit_owner();
create or replace trigger refused before update of state, returned_to, return_fee, frozen_by on transfers.deposit
  for each row execute function transfers.assert_deposit_outcome();

create or replace trigger append_only before update or delete or truncate on transfers.statement
  for each statement execute function base.append_only();

create or replace trigger moves before insert or update on transfers.withdrawal
  for each row execute function state.enforce('withdrawal');
create or replace trigger begins after insert on transfers.withdrawal referencing new table as fresh
  for each statement execute function state.record_first_step('withdrawal');
create or replace trigger holds before update on transfers.withdrawal for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('withdrawal');

-- Fires before the trigger that sets second_person: triggers fire in the order of their names.
create or replace trigger closing before insert on transfers.withdrawal
  for each row execute function transfers.set_closing();
create or replace trigger needs_second_person before insert on transfers.withdrawal
  for each row execute function destinations.set_needs_second_person('member.withdrawal');
-- A constraint trigger cannot be replaced.
drop trigger if exists second_person_asked on transfers.withdrawal;
create constraint trigger second_person_asked after insert on transfers.withdrawal deferrable initially deferred
  for each row when (new.second_person) execute function destinations.assert_second_person_requested('member.withdrawal');

-- A stopped institution cannot request new items; items that arrive for it wait.
create or replace trigger standing after insert on transfers.withdrawal referencing new table as fresh
  for each statement execute function compliance.apply_standing('withdrawal', 'asked');
create or replace trigger standing_moves after update on transfers.withdrawal referencing old table as stale new table as fresh
  for each statement execute function compliance.apply_standing('withdrawal', 'asked');
create or replace trigger standing after insert on transfers.deposit referencing new table as fresh
  for each statement execute function compliance.apply_standing('deposit');
create or replace trigger standing_moves after update on transfers.deposit referencing old table as stale new table as fresh
  for each statement execute function compliance.apply_standing('deposit');

create or replace trigger counted after insert on transfers.withdrawal for each row
  execute function compliance.count_item('withdraw', 'asset', 'quantity');
-- What the beneficiary's bank sends back has left before, so it stays counted.
create or replace trigger gives_back after update of state on transfers.withdrawal for each row
  when (old.state not in (new.state, 'completed') and new.state in ('rejected', 'canceled', 'failed'))
  execute function compliance.give_back();

create or replace trigger requested before insert on transfers.withdrawal for each row
  execute function compliance.refuse_request('withdraw');
