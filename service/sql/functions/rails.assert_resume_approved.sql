-- A rail is suspended by one person, and serves again when two people say so.
create or replace function rails.assert_resume_approved() returns trigger language plpgsql as $$
begin
  perform people.assert_approved('rail.resume', old.id::text);
  return new;
end $$;
