-- Every step that a item has taken (state.history), for the feed of events and for timelines: a step of an institution's own
-- items is an event when clients see it.
create or replace view state.step
  (id, machine, subject, from_state, to_state, hold, at, institution_id, committed, actor, why) as
  select id, machine, subject, from_state, to_state, hold, at, institution_id, committed, actor, why from state.history;
grant select on state.step to specie_app;
