-- An item on hold takes only steps that report facts (S1).
create or replace function state.enforce_hold() returns trigger
  language plpgsql security definer set search_path = state, pg_temp as $$
begin
  if not exists (select from transition t
    where t.machine = tg_argv[0] and t.from_state = old.state and t.to_state = new.state and t.while_held) then
    raise exception 'a % on hold cannot move from % to %', tg_argv[0], old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
