-- Places holds on these items, locked by the caller, for these reasons (compliance.due_standing_holds), in one
-- statement. Items that have left for good get none. Locks: those that stopped_among shares. Call state.set_actor
-- first. A hold because of hits is about all hits of the institution (compliance.hold_hit). Returns the number of holds.
create or replace function compliance.place_standing_holds(items uuid[], institutions uuid[], kinds text[], reasons text[]) returns integer
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  at timestamptz;
  left_before uuid[];
  placed integer;
  was text[] := array[current_setting('specie.actor'), current_setting('specie.why')];
begin
  if coalesce(cardinality(items), 0) = 0 then
    return 0;
  end if;
  perform compliance.lock_holds(items);
  left_before := array(select compliance.left_among(items));
  at := current_setting('specie.at')::timestamptz;
  if 'sanctions_review' = any(reasons) then
    perform state.set_actor('screening', 'a party of the institution matches an entry of a list', at);
  elsif 'edd_required' = any(reasons) then
    perform state.set_actor('screening', 'the risk of the institution has risen: its KYB case must be decided', at);
  end if;
  with new as (
    insert into compliance.hold (id, institution_id, subject_kind, subject_id, reason, state, created_at, updated_at, follows_case)
      select gen_random_uuid(), institution, kind, item, reason, 'placed', at, at, reason = 'edd_required'
      from unnest(items, institutions, kinds, reasons) due (item, institution, kind, reason)
      where item <> all(left_before)
      returning id, institution_id, reason),
    about as (
      insert into compliance.hold_hit (hold_id, hit_id)
        select new.id, hit from new cross join lateral compliance.own_hits(new.institution_id) hit
        where new.reason = 'sanctions_review')
  select count(*) into placed from new;
  perform state.set_actor(was[1], was[2], at);
  return placed;
end $$;
revoke all on function compliance.place_standing_holds from public;
