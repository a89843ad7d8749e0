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
  while_held boolean not null default false,
  primary key (machine, from_state, event)
);
grant select on state.transition to specie_app;

create table state.history (
  id bigint generated always as identity primary key,
  machine text not null,
  subject uuid not null,
  from_state text,
  to_state text not null,
  actor text not null,
  why text not null,
  at timestamptz not null,
  institution_id uuid,
  committed xid8 not null default pg_current_xact_id(),
  hold text check (hold in ('placed', 'ended'))
);
create index on state.history (subject, id);
create index history_feed on state.history (institution_id, committed, id) where institution_id is not null;
create index history_committed on state.history (committed, id);
grant select on state.history to specie_app;

create table state.standing (
  machine text not null,
  in_state text not null,
  suspended text not null,
  offboarded text not null,
  key_revoked text not null,
  approver_left text not null,
  primary key (machine, in_state)
);
grant select on state.standing to specie_app;
