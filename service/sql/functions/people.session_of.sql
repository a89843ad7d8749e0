-- The live session with this token, and notes that it was seen; no row when it has ended, was idle for too long, or its person
-- may not sign in. The service cannot read the hashes of tokens: whoever acts for a person must have the token itself.
create or replace function people.session_of(token text, at timestamptz, idle interval)
  returns table (session_id uuid, person_id uuid)
  language sql security definer set search_path = people, pg_temp as $$
  update session s set seen_at = greatest(s.seen_at, at)
  from person p
  where s.token_hash = sha256(convert_to(token, 'UTF8')) and p.id = s.person_id and p.state = 'active'
    and s.ended_at is null and s.expires_at > at and (s.kind = 'token' or s.seen_at > at - idle)
  returning s.id, p.id
$$;
revoke all on function people.session_of from public;
grant execute on function people.session_of to specie_app;
