-- The standing of an institution: suspended, offboarded, or null. Its KYB case decides it.
create or replace function directory.standing_of(institution uuid) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select i.standing from directory.institution i where i.id = standing_of.institution
$$;
