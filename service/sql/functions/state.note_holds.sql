-- state.note_holds(things, at): puts the mark `on_hold` on things on which holds were just placed, and keeps that in their history.
-- Locks: the things that there are, in every table, then those that stopped_among shares.
create or replace function state.note_holds(things uuid[], at timestamptz) returns void
  language plpgsql as $$
declare
  one record;
  those uuid[];
  found_things uuid[] := '{}';
begin
  for one in select * from state.stoppable()
  loop
    execute format('select array_agg(id) from (select id from %s where id = any($1) order by id for update) locked', one.tab)
      into those using things;
    found_things := found_things || those;
  end loop;
  perform compliance.lock_holds(found_things);
  for one in select * from state.stoppable()
  loop
    execute format($sql$
      with marked as (
        update %s t set on_hold = true, updated_at = greatest(updated_at, $2)
        where t.id = any($1) and not t.on_hold returning t.id, t.state, t.institution_id),
      told as (select s.state from (select distinct state from marked) s where state.tells_hold($3, s.state))
      insert into state.history (machine, subject, from_state, to_state, actor, why, at, institution_id, hold)
      select $3, m.id, m.state, m.state, 'compliance', 'hold', $2, m.institution_id, 'placed' from marked m join told using (state)
      $sql$, one.tab) using found_things, at, one.machine;
  end loop;
end $$;
revoke all on function state.note_holds from public;
