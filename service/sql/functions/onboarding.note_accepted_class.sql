-- Two people approve or reinstate an institution with the risk class that its case shows.
create or replace function onboarding.note_accepted_class() returns trigger language plpgsql as $$
begin
  new.accepted_class := new.risk ->> 'class';
  return new;
end $$;
