-- state.record_holds(items, at): sets the mark `on_hold` of items with new holds, locked by the caller
-- (state.lock_holdables), and records it in their history.
create or replace function state.record_holds(items uuid[], at timestamptz) returns void
  language plpgsql as $$
declare
  one record;
begin
  for one in select * from state.holdable_tables()
  loop
    execute format($sql$
      with marked as (
        update %s t set on_hold = true, updated_at = greatest(updated_at, $2)
        where t.id = any($1) and not t.on_hold returning t.id, t.state, t.institution_id),
      told as (select s.state from (select distinct state from marked offset 0) s where state.records_hold($3, s.state))
      insert into state.history (machine, subject, from_state, to_state, actor, why, at, institution_id, hold)
      select $3, m.id, m.state, m.state, 'compliance', 'hold', $2, m.institution_id, 'placed' from marked m join told using (state)
      $sql$, one.tab) using items, at, one.machine;
  end loop;
end $$;
revoke all on function state.record_holds from public;
