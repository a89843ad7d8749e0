-- A device acts for the person who confirmed it in a live browser session; a token cannot confirm a device. Refused:
-- session_opener.
create or replace function people.check_device() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from people.session s where s.id = new.confirmed_by and s.person_id = new.person_id and s.kind = 'browser'
    and people.is_live(s.kind, s.seen_at, s.expires_at, s.ended_at, new.confirmed_at)) then
    raise exception 'a device is confirmed in a live session of a browser of its person'
      using errcode = 'check_violation', constraint = 'session_opener';
  end if;
  return new;
end $$;
revoke all on function people.check_device from public;
