-- Every step of every item (state.history), for the event feed and for timelines. A step of an institution's item is an
-- event when the new state is visible to clients.
create or replace view state.step
  (id, machine, subject, from_state, to_state, hold, at, institution_id, committed, actor, why) as
  select id, machine, subject, from_state, to_state, hold, at, institution_id, committed, actor, why from state.history;
grant select on state.step to specie_app;
