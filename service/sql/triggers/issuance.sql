create or replace trigger moves before insert or update on issuance.conversion
  for each row execute function state.enforce('conversion');
create or replace trigger begins after insert on issuance.conversion referencing new table as fresh
  for each statement execute function state.record_first_step('conversion');

create or replace trigger append_only before delete or truncate on issuance.conversion_leg
  for each statement execute function base.append_only();
create or replace trigger ends before update on issuance.conversion_leg for each row execute function issuance.assert_leg_ends_once();

create or replace trigger moves before insert or update on issuance.mint
  for each row execute function state.enforce('mint');
create or replace trigger begins after insert on issuance.mint referencing new table as fresh
  for each statement execute function state.record_first_step('mint');
create or replace trigger holds before update on issuance.mint for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('mint');

create or replace trigger moves before insert or update on issuance.redemption
  for each row execute function state.enforce('redemption');
create or replace trigger begins after insert on issuance.redemption referencing new table as fresh
  for each statement execute function state.record_first_step('redemption');
create or replace trigger holds before update on issuance.redemption for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('redemption');

create or replace trigger needs_second_person before insert on issuance.mint
  for each row execute function destinations.set_needs_second_person('member.mint');
-- A constraint trigger cannot be replaced.
drop trigger if exists second_person_asked on issuance.mint;
create constraint trigger second_person_asked after insert on issuance.mint deferrable initially deferred
  for each row when (new.second_person) execute function destinations.assert_second_person_requested('member.mint');

-- A redemption to a bank account leaves our custody: the choice for withdrawals applies.
create or replace trigger needs_second_person before insert on issuance.redemption
  for each row execute function destinations.set_needs_second_person('member.withdrawal');
drop trigger if exists second_person_asked on issuance.redemption;
create constraint trigger second_person_asked after insert on issuance.redemption deferrable initially deferred
  for each row when (new.second_person) execute function destinations.assert_second_person_requested('member.redemption');

-- A stopped institution cannot request new items; items that arrive for it wait.
create or replace trigger standing after insert on issuance.mint referencing new table as fresh
  for each statement execute function compliance.apply_standing('mint', 'asked');
create or replace trigger standing_moves after update on issuance.mint referencing old table as stale new table as fresh
  for each statement execute function compliance.apply_standing('mint', 'asked');
create or replace trigger standing after insert on issuance.redemption referencing new table as fresh
  for each statement execute function compliance.apply_standing('redemption', 'asked');
create or replace trigger standing_moves after update on issuance.redemption referencing old table as stale new table as fresh
  for each statement execute function compliance.apply_standing('redemption', 'asked');

create or replace trigger counted after insert on issuance.mint for each row
  execute function compliance.count_item('mint', 'asset', 'quantity');
create or replace trigger gives_back after update of state on issuance.mint for each row
  when (old.state <> new.state and new.state in ('rejected', 'canceled', 'failed')) execute function compliance.give_back();
create or replace trigger counted after insert on issuance.redemption for each row
  execute function compliance.count_item('redeem', 'asset', 'quantity');
create or replace trigger gives_back after update of state on issuance.redemption for each row
  when (old.state <> new.state and new.state in ('rejected', 'failed')) execute function compliance.give_back();

-- Mints of a halted coin may be sold from our own, so issuance/mint decides about them.
create or replace trigger requested before insert on issuance.mint for each row execute function compliance.refuse_request();
create or replace trigger requested before insert on issuance.redemption for each row
  execute function compliance.refuse_request('redeem');
