-- Marks what a hold lies on, and takes the mark off again; a hold that is moved from one item to the next leaves no mark on
-- the first. Row first, then the lock that stopped_among shares: in this order everywhere.
create or replace function compliance.mark_held_item() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  marked uuid;
begin
  foreach marked in array array_remove(array[case when tg_op = 'UPDATE' then nullif(old.subject_id, new.subject_id) end,
    new.subject_id], null)
  loop
    perform from state.lock_holdable(marked);
    continue when not found;
    perform pg_advisory_xact_lock(hashtextextended('hold ' || marked, 0));
    perform state.record_hold(marked, compliance.is_stopped(marked), 'compliance', new.updated_at);
  end loop;
  return new;
end $$;
