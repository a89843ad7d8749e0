-- Rows of a kind from before `cutoff` may be deleted from now on. Checks do not miss them. Returns the time up to which
-- all of them are already deleted.
create or replace function work.raise_horizon(kind text, cutoff timestamptz) returns timestamptz
  language sql set search_path = pg_catalog, pg_temp as $$
  insert into work.horizon as h (name, before, done) values (kind, cutoff, 'epoch')
    on conflict (name) do update set before = greatest(h.before, excluded.before) returning done;
$$;
revoke all on function work.raise_horizon from public;
