-- Looked at when the transaction ends: whoever lets a withdrawal go must have canceled it. What is canceled stays so.
create or replace function compliance.passed_on() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from state.step
    where machine = 'withdrawal' and subject = old.subject_id and to_state = 'canceled') then
    raise exception 'hold % stays on withdrawal %, which is not canceled', old.id, old.subject_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
