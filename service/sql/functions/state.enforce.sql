-- States move only along the tables in protocol/src/machines.ts (S1), and every step is kept in state.history. For tables with
-- the columns id uuid, institution_id uuid and state text; the argument is the name of the machine. Call state.acting first.
--
-- It checks before the row is written. The first step is noted after the insert: a row that another process has just inserted
-- is not inserted again (on conflict do nothing), and its trigger before the insert has run by then.
create or replace function state.enforce() returns trigger
  language plpgsql security definer set search_path = state, pg_temp as $$
declare
  which text := tg_argv[0];
  was text := case when tg_op = 'UPDATE' then old.state end;
  actor text := nullif(current_setting('specie.actor', true), '');
begin
  if tg_when = 'BEFORE' then
    if tg_op = 'UPDATE' then
      if new.id <> old.id then
        raise exception 'the id of a % never changes', which using errcode = 'check_violation';
      end if;
      if new.state = old.state then
        return new;
      end if;
      if not exists (select from transition t where t.machine = which and t.from_state = old.state and t.to_state = new.state) then
        raise exception 'a % cannot move from % to %', which, old.state, new.state using errcode = 'check_violation';
      end if;
    elsif new.state is distinct from (select m.initial from machine m where m.name = which) then
      raise exception 'a % cannot begin as %', which, new.state using errcode = 'check_violation';
    end if;
    if actor is null then
      raise exception 'a % moves only when somebody is named: call state.acting first', which using errcode = 'check_violation';
    end if;
    if tg_op = 'INSERT' then
      return new;
    end if;
  end if;
  insert into history (machine, subject, from_state, to_state, actor, why, at, institution_id)
    values (which, new.id, was, new.state, actor, current_setting('specie.why'),
      current_setting('specie.at')::timestamptz, new.institution_id);
  return new;
end $$;

create or replace trigger moves before insert or update on institutions.kyb_case
  for each row execute function state.enforce('kyb_case');
create or replace trigger begins after insert on institutions.kyb_case for each row execute function state.enforce('kyb_case');
create or replace trigger moves before insert or update on institutions.agreement
  for each row execute function state.enforce('agreement');
create or replace trigger begins after insert on institutions.agreement for each row execute function state.enforce('agreement');
create or replace trigger moves before insert or update on institutions.api_key
  for each row execute function state.enforce('api_key');
create or replace trigger begins after insert on institutions.api_key for each row execute function state.enforce('api_key');
create or replace trigger moves before insert or update on banking.wire
  for each row execute function state.enforce('wire');
create or replace trigger begins after insert on banking.wire for each row execute function state.enforce('wire');
create or replace trigger moves before insert or update on banking.payout
  for each row execute function state.enforce('payout');
create or replace trigger begins after insert on banking.payout for each row execute function state.enforce('payout');
create or replace trigger moves before insert or update on transfers.withdrawal
  for each row execute function state.enforce('withdrawal');
create or replace trigger begins after insert on transfers.withdrawal for each row execute function state.enforce('withdrawal');
create or replace trigger moves before insert or update on institutions.address
  for each row execute function state.enforce('withdrawal_address');
create or replace trigger begins after insert on institutions.address for each row execute function state.enforce('withdrawal_address');
create or replace trigger moves before insert or update on compliance.hold
  for each row execute function state.enforce('hold');
create or replace trigger begins after insert on compliance.hold for each row execute function state.enforce('hold');
create or replace trigger moves before insert or update on issuance.mint
  for each row execute function state.enforce('mint');
create or replace trigger begins after insert on issuance.mint for each row execute function state.enforce('mint');
create or replace trigger moves before insert or update on issuance.redemption
  for each row execute function state.enforce('redemption');
create or replace trigger begins after insert on issuance.redemption for each row execute function state.enforce('redemption');
create or replace trigger moves before insert or update on transfers.deposit
  for each row execute function state.enforce('deposit');
create or replace trigger begins after insert on transfers.deposit for each row execute function state.enforce('deposit');
create or replace trigger moves before insert or update on issuance.conversion
  for each row execute function state.enforce('conversion');
create or replace trigger begins after insert on issuance.conversion for each row execute function state.enforce('conversion');
create or replace trigger moves before insert or update on trading.execution
  for each row execute function state.enforce('execution');
create or replace trigger begins after insert on trading.execution for each row execute function state.enforce('execution');
create or replace trigger moves before insert or update on rails.rail
  for each row execute function state.enforce('payment_rail');
create or replace trigger begins after insert on rails.rail for each row execute function state.enforce('payment_rail');
create or replace trigger moves before insert or update on rails.payment
  for each row execute function state.enforce('payment');
create or replace trigger begins after insert on rails.payment for each row execute function state.enforce('payment');
create or replace trigger moves before insert or update on people.person
  for each row execute function state.enforce('person');
create or replace trigger begins after insert on people.person for each row execute function state.enforce('person');
create or replace trigger moves before insert or update on people.approval
  for each row execute function state.enforce('approval');
create or replace trigger begins after insert on people.approval for each row execute function state.enforce('approval');
