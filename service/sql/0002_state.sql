-- States move only along the tables in protocol/src/machines.ts (S1). The same tables stand here, put there by the
-- migration step; a trigger on each stateful table refuses anything else, whoever asks, and keeps the history.

create schema state;
grant usage on schema state to specie_app;

create table state.machine (
  name text primary key,
  initial text not null
);
grant select on state.machine to specie_app;

create table state.transition (
  machine text not null references state.machine (name),
  from_state text not null,
  event text not null,
  to_state text not null,
  while_held boolean not null default false,  -- a mere fact: it may be taken while a hold lies on the thing
  primary key (machine, from_state, event)
);
grant select on state.transition to specie_app;

-- Every step of every thing. The change feed of an institution (protocol/src/events.ts) is its part of it, in the order of
-- commits, beside its orders, which keep theirs in their own row.
create table state.history (
  id bigint generated always as identity primary key,
  machine text not null,
  subject uuid not null,
  from_state text,
  to_state text not null,
  actor text not null,
  why text not null,
  at timestamptz not null,
  institution_id uuid,  -- whose it was then; null: nobody's as yet
  -- The transaction that wrote the row. The feed tells only rows of transactions before the oldest that is still open: then
  -- nothing can appear any more before what was told.
  committed xid8 not null default pg_current_xact_id(),
  hold text check (hold in ('placed', 'ended'))  -- the state stays as it is, and a hold came late, or ended
);
create index on state.history (subject, id);
create index history_feed on state.history (institution_id, committed, id) where institution_id is not null;
create index history_committed on state.history (committed, id);
grant select on state.history to specie_app;
