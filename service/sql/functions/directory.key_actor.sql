-- The actor text of an API key in histories and audit entries (directory/actor.ts).
create or replace function directory.key_actor(id uuid) returns text
  language sql immutable as $$ select 'key ' || id $$;
