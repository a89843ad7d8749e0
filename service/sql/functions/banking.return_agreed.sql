-- A wire goes back when two people say so (bank.send_back), or when they have rejected a hold on it.
create or replace function banking.return_agreed() returns trigger language plpgsql as $$
begin
  if not compliance.was_rejected(new.subject) then
    perform people.assert_approved('bank.send_back', new.subject::text);
  end if;
  return new;
end $$;
