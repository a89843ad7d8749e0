create schema state;
comment on schema state is
  'State machines and the history of every step (S1). The tables come from protocol/src/machines.ts at each preparation.';
grant usage on schema state to specie_app;

create table state.machine (
  name text primary key,
  initial text not null
);
comment on table state.machine is 'The state machines of the protocol.';
grant select on state.machine to specie_app;

create table state.transition (
  machine text not null references state.machine (name),
  from_state text not null,
  event text not null,
  to_state text not null,
  while_held boolean not null default false,
  primary key (machine, from_state, event)
);
comment on table state.transition is 'The allowed transitions. A trigger on each table with states refuses every other one.';
comment on column state.transition.while_held is
  'The transition records a fact and is allowed while the row is on hold.';
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
comment on table state.history is
  'Every state change of every row with a state machine. The event feed of an institution is its part of it, in commit '
  'order; orders keep theirs in trading.client_order.';
comment on column state.history.subject is 'The id of the row that changed.';
comment on column state.history.from_state is 'Null when the row was created.';
comment on column state.history.why is 'The reason that the actor gave.';
comment on column state.history.institution_id is 'The owner at that time; null if the row had no owner yet.';
comment on column state.history.committed is
  'The transaction that wrote the row. The feed shows only rows of transactions that are older than the oldest open one, so '
  'nothing can appear before what was already shown.';
comment on column state.history.hold is 'Set when the state stays the same and a hold was placed or has ended.';
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
comment on table state.standing is
  'Effects on open items when their institution is suspended or offboarded, their API key is revoked or an approver leaves. A copy of protocol/src/standing.ts.';
grant select on state.standing to specie_app;
