-- Those of these things that must not move: a hold lies on them, or they are barred (compliance.barred). What is
-- not among them cannot be stopped before the caller's transaction ends: whoever places a hold waits for it (lock_holds). For the last look before something leaves (bytes saved, order made, intent marked).
-- Call it before locking rows of operations or payouts.
create or replace function compliance.stopped_among(things uuid[]) returns setof uuid language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('holds', 0));
  perform pg_advisory_xact_lock_shared(hashtextextended('hold ' || thing, 0))
    from (select unnest(things) as thing union select compliance.whole_of(one) from unnest(things) one order by 1) sorted;
  return query select distinct thing from unnest(things) thing where compliance.is_stopped(thing)
    or exists (select from compliance.barred b where b.id = thing);
end $$;
