-- compliance.stop_thing(tab, machine, thing): a thing that must wait because of its institution (compliance.reasons_to_wait) gets
-- a hold for each reason, once. What has left for good gets none: it ends. What pays out the balance of an
-- offboarded institution does not wait for that. Locks: the thing, then the lock that stopped_among shares, as compliance.mark does. Call state.acting first. Returns how many holds were placed.
create or replace function compliance.stop_thing(tab regclass, machine text, thing uuid) returns integer
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  found_state text;
  whose uuid;
  is_closing boolean;
  at timestamptz;
  placed integer;
begin
  execute format('select state, institution_id, coalesce((to_jsonb(t) ->> ''closing'')::boolean, false) from %s t where id = $1 for update', tab)
    into found_state, whose, is_closing using thing;
  if whose is null or not exists (select from compliance.reasons_to_wait(whose, machine, found_state, thing)) then
    return 0;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('hold ' || thing, 0));
  if compliance.has_left(thing) then
    return 0;
  end if;
  at := current_setting('specie.at')::timestamptz;
  insert into compliance.hold (id, institution_id, subject_kind, subject_id, reason, state, created_at, updated_at)
    select gen_random_uuid(), whose, case machine when 'payment_rail' then 'rail' else machine end, thing, due.reason, 'placed', at, at
    from compliance.reasons_to_wait(whose, machine, found_state, thing) due (reason)
    where not (is_closing and due.reason = 'account_suspended') and not exists (select from compliance.hold h
      where h.subject_id = thing and h.reason = due.reason and h.state <> 'released' and h.concluded_at is null);
  get diagnostics placed = row_count;
  return placed;
end $$;
revoke all on function compliance.stop_thing from public;
