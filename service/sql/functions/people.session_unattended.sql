-- The live session of this token (people.is_live); no row when there is none, or its person may not sign in. `carried`:
-- how the token was sent, as a browser's cookie or a program's token (null: unknown); one is never accepted for the
-- other. Does not record the use, so that an unattended page does not keep its session alive.
create or replace function people.session_unattended(token text, carried text, at timestamptz)
  returns table (session_id uuid, person_id uuid)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, p.id from people.session s join directory.person p on p.id = s.person_id
  where s.token_hash = sha256(convert_to(token, 'UTF8')) and p.state = 'active' and s.kind = coalesce(carried, s.kind)
    and people.is_live(s.kind, s.seen_at, s.expires_at, s.ended_at, at)
$$;
revoke all on function people.session_unattended from public;
grant execute on function people.session_unattended to specie_app;
