-- The time before which rows may be deleted: `before`, but never less than 90 days ago.
create or replace function work.cutoff(before timestamptz) returns timestamptz
  language sql stable set search_path = pg_catalog, pg_temp
  as $$ select least(before, now() - interval '90 days') $$;
