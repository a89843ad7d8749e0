-- Places holds on these items, locked by the caller, for these reasons (compliance.due_standing_holds), in one
-- statement. Items that have left for good get none. Locks: those that stopped_among shares. Call state.set_actor
-- first. Returns the number of holds.
create or replace function compliance.place_standing_holds(items uuid[], institutions uuid[], kinds text[], reasons text[]) returns integer
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  at timestamptz;
  left_before uuid[];
  placed integer;
begin
  if coalesce(cardinality(items), 0) = 0 then
    return 0;
  end if;
  perform compliance.lock_holds(items);
  left_before := array(select compliance.left_among(items));
  at := current_setting('specie.at')::timestamptz;
  insert into compliance.hold (id, institution_id, subject_kind, subject_id, reason, state, created_at, updated_at)
    select gen_random_uuid(), institution, kind, item, reason, 'placed', at, at
    from unnest(items, institutions, kinds, reasons) due (item, institution, kind, reason)
    where item <> all(left_before);
  get diagnostics placed = row_count;
  return placed;
end $$;
revoke all on function compliance.place_standing_holds from public;
