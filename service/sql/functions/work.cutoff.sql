-- Before when rows may be removed: nothing younger than 90 days is, whoever asks.
create or replace function work.cutoff(before timestamptz) returns timestamptz
  language sql stable set search_path = pg_catalog, pg_temp
  as $$ select least(before, now() - interval '90 days') $$;
