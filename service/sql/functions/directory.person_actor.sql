-- The actor text of a person in histories and audit entries (directory/actor.ts).
create or replace function directory.person_actor(id uuid) returns text
  language sql immutable as $$ select 'person:' || id $$;
