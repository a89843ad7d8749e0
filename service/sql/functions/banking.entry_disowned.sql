-- Two people say that the bank never booked an entry.
create or replace function banking.entry_disowned() returns trigger language plpgsql as $$
begin
  perform people.assert_approved('bank.disown', old.id::text);
  return new;
end $$;
create or replace trigger disowned before update of disowned_at on banking.entry for each row
  when (old.disowned_at is distinct from new.disowned_at) execute function banking.entry_disowned();
