create or replace trigger moves before insert or update on rails.payment
  for each row execute function state.enforce('payment');
create or replace trigger begins after insert on rails.payment referencing new table as fresh
  for each statement execute function state.record_first_step('payment');
create or replace trigger holds before update on rails.payment for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('payment');

create or replace trigger credited before update of state on rails.payment for each row
  when (old.state <> new.state and new.state = 'credited') execute function rails.assert_credit_approved();

create or replace trigger moves before insert or update on rails.rail
  for each row execute function state.enforce('payment_rail');
create or replace trigger begins after insert on rails.rail referencing new table as fresh
  for each statement execute function state.record_first_step('payment_rail');
create or replace trigger holds before update on rails.rail for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('payment_rail');
create or replace trigger resumed before update of state on rails.rail for each row
  when (old.state = 'suspended' and new.state = 'active') execute function rails.assert_resume_approved();

-- A stopped institution cannot request new items; items that arrive for it wait.
create or replace trigger standing after insert on rails.rail referencing new table as fresh
  for each statement execute function compliance.apply_standing('payment_rail', 'asked');
create or replace trigger standing_moves after update on rails.rail referencing old table as stale new table as fresh
  for each statement execute function compliance.apply_standing('payment_rail', 'asked');
create or replace trigger standing after insert on rails.payment referencing new table as fresh
  for each statement execute function compliance.apply_standing('payment');
create or replace trigger standing_moves after update on rails.payment referencing old table as stale new table as fresh
  for each statement execute function compliance.apply_standing('payment');

create or replace trigger counted after insert on rails.payment for each row
  execute function compliance.count_item('rail', 'received_currency', 'received', 'arrives');
-- Back at its sender, it was not used.
create or replace trigger gives_back after update of state on rails.payment for each row
  when (old.state <> new.state and new.state = 'returned') execute function compliance.give_back();

create or replace trigger requested before insert on rails.rail for each row execute function compliance.refuse_request();
