-- With a session ends what it has opened: its tokens, and devices that wait for theirs. What has ended stays so (session_ended).
create or replace function people.end_dependent_sessions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.ended_at is not null then
    raise exception 'session % has ended, and stays so', old.id
      using errcode = 'check_violation', constraint = 'session_ended';
  end if;
  update people.session s set ended_at = new.ended_at where s.opened_by = new.id and s.ended_at is null;
  delete from people.device d where d.confirmed_by = new.id;
  return null;
end $$;
revoke all on function people.end_dependent_sessions from public;
