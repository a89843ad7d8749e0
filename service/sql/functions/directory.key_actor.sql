-- How histories and audit entries name an API key (directory/actor.ts).
create or replace function directory.key_actor(id uuid) returns text
  language sql immutable as $$ select 'key ' || id $$;
