-- Takes the locks that stopped_among shares: what is about to leave for one of these items has left before, or sees the hold. Of
-- many items, one lock for all: the database keeps only some thousands of locks. Call it after locking the items.
create or replace function compliance.lock_holds(items uuid[]) returns void language plpgsql as $$
begin
  if cardinality(items) > 100 then
    perform pg_advisory_xact_lock(hashtextextended('holds', 0));
  else
    perform pg_advisory_xact_lock(hashtextextended('hold ' || item, 0)) from (select unnest(items) as item order by 1) sorted;
  end if;
end $$;
revoke all on function compliance.lock_holds from public;
