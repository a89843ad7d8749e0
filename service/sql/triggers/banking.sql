-- The triggers on tables of banking.
create or replace trigger ended before update on banking.hand_line for each row execute function banking.keep_ended();

create or replace trigger holds before insert on banking.payout for each row execute function compliance.refuse_effect();
create or replace trigger leaves before update on banking.payout for each row
  when (old.state = 'prepared' and new.state = 'batched') execute function compliance.refuse_effect();
create or replace trigger moves before insert or update on banking.payout
  for each row execute function state.enforce('payout');
create or replace trigger begins after insert on banking.payout for each row execute function state.enforce('payout');

create or replace trigger moves before insert or update on banking.wire
  for each row execute function state.enforce('wire');
create or replace trigger begins after insert on banking.wire for each row execute function state.enforce('wire');
create or replace trigger holds before update on banking.wire for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('wire');
