-- How histories and audit entries name a person (directory/actor.ts).
create or replace function directory.person_actor(id uuid) returns text
  language sql immutable as $$ select 'person:' || id $$;
