-- Two people agree that the bank never booked an entry.
create or replace function banking.assert_retraction_approved() returns trigger language plpgsql as $$
begin
  perform people.assert_approved('bank.retract', old.id::text);
  return new;
end $$;
