-- For a trigger on pulled switches: waits for the transactions that began an effect before. From the commit on, nothing
-- of this kind leaves.
create or replace function compliance.assert_switch_pulled() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('switches', 0));
  return new;
end $$;
