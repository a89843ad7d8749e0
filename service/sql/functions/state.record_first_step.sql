-- Records the first step of each inserted row in state.history, in one statement. Runs after the insert: for a row that
-- another process has just inserted (on conflict do nothing), only the trigger before the insert runs. The argument is
-- the name of the machine, whose rules state.enforce has checked.
create or replace function state.record_first_step() returns trigger
  language plpgsql security definer set search_path = state, pg_temp as $$
begin
  insert into history (machine, subject, from_state, to_state, actor, why, at, institution_id)
    select tg_argv[0], f.id, null, f.state, current_setting('specie.actor'), current_setting('specie.why'),
      current_setting('specie.at')::timestamptz, f.institution_id
    from fresh f;
  return null;
end $$;
