-- Takes the locks that stopped_among shares: an effect for one of these items either happened before, or sees the hold.
-- Many items share one lock, because the database holds only some thousands of locks. Lock the items first.
create or replace function compliance.lock_holds(items uuid[]) returns void language plpgsql as $$
begin
  if cardinality(items) > 100 then
    perform pg_advisory_xact_lock(hashtextextended('holds', 0));
  else
    perform pg_advisory_xact_lock(hashtextextended('hold ' || item, 0)) from (select unnest(items) as item order by 1) sorted;
  end if;
end $$;
revoke all on function compliance.lock_holds from public;
