-- The live session with this token, as people.session_of finds it, without noting that it was seen: a page that nobody looks at
-- does not keep its session alive.
create or replace function people.session_unattended(token text, at timestamptz, idle interval)
  returns table (session_id uuid, person_id uuid)
  language sql stable security definer set search_path = people, pg_temp as $$
  select s.id, p.id from session s join person p on p.id = s.person_id
  where s.token_hash = sha256(convert_to(token, 'UTF8')) and p.state = 'active'
    and s.ended_at is null and s.expires_at > at and (s.kind = 'token' or s.seen_at > at - idle)
$$;
revoke all on function people.session_unattended from public;
grant execute on function people.session_unattended to specie_app;
