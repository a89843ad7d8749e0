-- One person or the service halts a chain; two people lift the halt.
create or replace function chains.assert_resume_approved() returns trigger language plpgsql as $$
begin
  perform people.assert_approved('mint.resume', split_part(old.what, ':', 2));
  return new;
end $$;
