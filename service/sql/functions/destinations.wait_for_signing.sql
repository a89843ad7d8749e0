-- Before an address is revoked or suspended: waits for transactions that are being signed to it; later ones see the
-- change.
create or replace function destinations.wait_for_signing() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('hold ' || new.id, 0));
  return new;
end $$;
