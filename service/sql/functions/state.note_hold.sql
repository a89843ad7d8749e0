-- state.note_hold(thing, stopped, actor, at): puts the mark `on_hold` on a thing, or takes it off, and keeps that in its history.
create or replace function state.note_hold(thing uuid, stopped boolean, actor text, at timestamptz) returns void
  language plpgsql as $$
declare
  one record;
begin
  for one in select * from state.lock_holdable(thing) l where l.on_hold <> stopped
  loop
    execute format('update %s set on_hold = $2, updated_at = greatest(updated_at, $3) where id = $1', one.tab)
      using thing, stopped, at;
    -- What can still be screened becomes `held` by itself, and what is `held` tells by its next state.
    continue when one.current_state = 'held' or exists (select from state.transition t
      where t.machine = one.machine and t.from_state = one.current_state and t.event in ('screen', 'hold'));
    insert into state.history (machine, subject, from_state, to_state, actor, why, at, institution_id, hold)
      values (one.machine, thing, one.current_state, one.current_state, actor, 'hold', at,
        one.institution_id, case when stopped then 'placed' else 'ended' end);
  end loop;
end $$;
revoke all on function state.note_hold from public;
