-- Records that all deletable rows of a kind from before `until` are deleted.
create or replace function work.reach_horizon(kind text, until timestamptz) returns void
  language sql set search_path = pg_catalog, pg_temp as $$
  update work.horizon h set done = greatest(h.done, until) where h.name = kind;
$$;
revoke all on function work.reach_horizon from public;
