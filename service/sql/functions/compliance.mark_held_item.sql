-- Sets or clears the mark of a hold on its subject; a hold that moves on clears the mark on the former subject. Locks:
-- the row, then the lock that stopped_among shares.
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
