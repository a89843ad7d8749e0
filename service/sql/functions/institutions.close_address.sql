-- Whoever revokes or suspends a wallet waits for bytes that are just being saved, and all that come later see it.
create or replace function institutions.close_address() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('hold ' || new.id, 0));
  return new;
end $$;
create or replace trigger closes after update of state on institutions.address for each row
  when (old.state = 'active' and new.state <> 'active') execute function institutions.close_address();
