-- Whether this institution requires a second person for any kind of change.
create or replace function people.uses_second_person(institution uuid) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from people.second_person s where s.institution_id = uses_second_person.institution and not s.is_dropped)
$$;
