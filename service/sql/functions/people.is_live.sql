-- Whether a session with these values is usable at this time: not ended, within its twelve hours and, for a browser,
-- seen in the last 30 minutes.
create or replace function people.is_live(kind text, seen_at timestamptz, expires_at timestamptz, ended_at timestamptz,
    at timestamptz) returns boolean
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select ended_at is null and expires_at > at and (kind = 'token' or seen_at > at - interval '30 minutes')
$$;
