-- Two people confirm or retract a file that a person imported manually.
create or replace function banking.assert_file_approved() returns trigger language plpgsql as $$
begin
  if (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at) then
    perform people.assert_approved('bank.import', old.sha256);
  end if;
  if (new.retracted_by, new.retracted_at) is distinct from (old.retracted_by, old.retracted_at) then
    perform people.assert_approved('bank.retract_file', old.sha256);
  end if;
  return new;
end $$;
