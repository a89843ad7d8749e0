-- States move only along the tables in protocol/src/machines.ts (S1), and state.history keeps every step. For tables
-- with the columns id uuid, institution_id uuid and state text; the argument is the name of the machine. Call
-- state.set_actor first.
--
-- Checks before the write. state.record_first_step records the first step after the insert.
create or replace function state.enforce() returns trigger
  language plpgsql security definer set search_path = state, pg_temp as $$
declare
  which text := tg_argv[0];
  actor text := nullif(current_setting('specie.actor', true), '');
  why text := nullif(current_setting('specie.why', true), '');
begin
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
  if actor is null or why is null then
    raise exception 'a step of a % needs an actor and a reason: call state.set_actor first', which using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then
    insert into history (machine, subject, from_state, to_state, actor, why, at, institution_id)
      values (which, new.id, old.state, new.state, actor, why, current_setting('specie.at')::timestamptz,
        new.institution_id);
  end if;
  return new;
end $$;
