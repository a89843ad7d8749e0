-- The live session of this token, as people.session_unattended finds it; also records the time of use. The service
-- cannot read token hashes: acting for a person requires the token itself.
create or replace function people.session_of(token text, carried text, at timestamptz)
  returns table (session_id uuid, person_id uuid)
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  update people.session s set seen_at = greatest(s.seen_at, at)
  from people.session_unattended(token, carried, at) found
  where s.id = found.session_id and s.ended_at is null
  returning s.id, s.person_id
$$;
revoke all on function people.session_of from public;
grant execute on function people.session_of to specie_app;
