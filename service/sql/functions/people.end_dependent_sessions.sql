-- The end of a session also ends its tokens and the devices that wait for a token. An ended session stays ended
-- (session_ended).
create or replace function people.end_dependent_sessions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.ended_at is not null then
    raise exception 'session % has ended and cannot change', old.id
      using errcode = 'check_violation', constraint = 'session_ended';
  end if;
  update people.session s set ended_at = new.ended_at where s.opened_by = new.id and s.ended_at is null;
  delete from people.device d where d.confirmed_by = new.id;
  return null;
end $$;
revoke all on function people.end_dependent_sessions from public;
