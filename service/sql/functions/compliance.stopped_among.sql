-- The items among these that must not move: on hold, barred (compliance.barred), or switched off. The other items cannot be
-- stopped before the caller's transaction ends: placing a hold and pulling a switch wait for it (lock_holds,
-- assert_switch_pulled). For the last check before an effect (bytes saved, order made, intent marked). Call it before
-- locking rows of operations or payouts.
create or replace function compliance.stopped_among(items uuid[]) returns setof uuid language plpgsql as $$
begin
  perform compliance.lock_switches();
  perform pg_advisory_xact_lock_shared(hashtextextended('holds', 0));
  perform pg_advisory_xact_lock_shared(hashtextextended('hold ' || item, 0))
    from (select unnest(items) as item union select compliance.whole_of(one) from unnest(items) one order by 1) sorted;
  return query select distinct item from unnest(items) item where compliance.is_stopped(item)
    or exists (select from compliance.barred b where b.id = item) or compliance.is_switched_off(item);
end $$;
