-- state.record_hold(item, stopped, actor, at): sets or clears the mark `on_hold` of an item, and records it in its
-- history.
create or replace function state.record_hold(item uuid, stopped boolean, actor text, at timestamptz) returns void
  language plpgsql as $$
declare
  one record;
begin
  for one in select * from state.lock_holdable(item) l where l.on_hold <> stopped
  loop
    execute format('update %s set on_hold = $2, updated_at = greatest(updated_at, $3) where id = $1', one.tab)
      using item, stopped, at;
    continue when not state.records_hold(one.machine, one.current_state);
    insert into state.history (machine, subject, from_state, to_state, actor, why, at, institution_id, hold)
      values (one.machine, item, one.current_state, one.current_state, actor, 'hold', at,
        one.institution_id, case when stopped then 'placed' else 'ended' end);
  end loop;
end $$;
revoke all on function state.record_hold from public;
