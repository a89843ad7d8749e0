-- Whoever revokes or suspends a wallet waits for bytes that are just being saved, and all that come later see it.
create or replace function destinations.wait_for_signing() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('hold ' || new.id, 0));
  return new;
end $$;
