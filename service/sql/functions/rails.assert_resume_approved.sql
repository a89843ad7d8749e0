-- One person suspends a rail; two people resume it.
create or replace function rails.assert_resume_approved() returns trigger language plpgsql as $$
begin
  perform people.assert_approved('rail.resume', old.id::text);
  return new;
end $$;
