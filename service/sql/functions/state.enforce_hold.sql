-- What a hold lies on takes no step but facts (S1).
create or replace function state.enforce_hold() returns trigger
  language plpgsql security definer set search_path = state, pg_temp as $$
begin
  if not exists (select from transition t
    where t.machine = tg_argv[0] and t.from_state = old.state and t.to_state = new.state and t.while_held) then
    raise exception 'a % on hold cannot move from % to %', tg_argv[0], old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger holds before update on issuance.mint for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('mint');
create or replace trigger holds before update on issuance.redemption for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('redemption');
create or replace trigger holds before update on transfers.withdrawal for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('withdrawal');
create or replace trigger holds before update on transfers.deposit for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('deposit');
create or replace trigger holds before update on banking.wire for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('wire');
create or replace trigger holds before update on rails.rail for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('payment_rail');
create or replace trigger holds before update on rails.payment for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('payment');
