-- A session has no more rights than its opener, enforced for every write. A browser session lasts at most twelve hours
-- and needs a factor shown before. A token is opened in a live browser session of the same person, with a factor that
-- is no newer and an end that is no later; so a token opens no session. A session that replaces another one after a new
-- factor keeps its end. Refused: session_opener. Locks: the opener, so that it cannot end before the new session exists.
create or replace function people.check_session() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  opener people.session;
begin
  if new.kind = 'browser' and (new.factor_at > new.created_at or new.expires_at > new.created_at + interval '12 hours')
    or (new.kind = 'token') <> (new.opened_by is not null) or new.kind = 'token' and new.replaces is not null then
    raise exception 'a session has a factor and an end of its own, or those of its opener'
      using errcode = 'check_violation', constraint = 'session_opener';
  end if;
  if new.opened_by is null and new.replaces is null then
    return new;
  end if;
  select * into opener from people.session s where s.id = coalesce(new.opened_by, new.replaces) for no key update;
  if opener.person_id is distinct from new.person_id or opener.kind <> 'browser'
    or not people.is_live(opener.kind, opener.seen_at, opener.expires_at, opener.ended_at, new.created_at)
    or new.expires_at > opener.expires_at or new.kind = 'token' and new.factor_at > opener.factor_at then
    raise exception 'session % cannot open a fresher or longer one, one for another person, or one after its end', opener.id
      using errcode = 'check_violation', constraint = 'session_opener';
  end if;
  return new;
end $$;
revoke all on function people.check_session from public;
