-- Looked at when the transaction ends: whoever lets a withdrawal go must have canceled it.
create or replace function compliance.passed_on() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from transfers.withdrawal where id = old.subject_id and state = 'canceled') then
    raise exception 'hold % stays on withdrawal %, which is not canceled', old.id, old.subject_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger if exists passed_on on compliance.hold;
create constraint trigger passed_on after update of subject_id on compliance.hold deferrable initially deferred
  for each row when (old.subject_id is not null and new.subject_id is null) execute function compliance.passed_on();
