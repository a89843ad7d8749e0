create schema work;
comment on schema work is
  'Long-running work: settlement time, intents for external effects, idempotent requests, claims of jobs.';
grant usage on schema work to specie_app;

create table work.clock (
  only_row boolean primary key default true check (only_row),
  wall timestamptz not null,
  settlement timestamptz not null,
  speed integer not null check (speed between 1 and 100000),
  seen timestamptz not null,
  version bigint not null default 0
);
comment on table work.clock is
  'Settlement time in UAT: at wall time `wall` it was `settlement`, and it has run `speed` times as fast since.';
comment on column work.clock.seen is
  'The last moment at which a process was running. Settlement time pauses while none runs.';
comment on column work.clock.version is
  'Counts the changes, so that a late reader does not take an older row for the newer one.';
grant select, insert (wall, settlement, speed, seen), update (wall, settlement, speed, seen, version) on work.clock to
  specie_app;

create table work.intent (
  key text primary key,
  effect text not null,
  subject uuid not null,
  state text not null,
  attempts integer not null default 0,
  outcome jsonb,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  request jsonb,
  check ((state = 'settled') = (outcome is not null))
);
comment on table work.intent is
  'External effects (E1): recorded in the transaction that decides on them, marked before sending, settled once.';
comment on column work.intent.effect is 'The kind of effect, for example `bank.pay`.';
comment on column work.intent.subject is 'The row for which the effect happens.';
comment on column work.intent.outcome is 'The answer of the other side; set when the intent is settled.';
comment on column work.intent.request is 'The content as it was first sent. It never changes under the same key.';
create index on work.intent (effect, created_at) where state <> 'settled';
create index on work.intent (subject);
grant select, insert (key, effect, subject, state, created_at), update (state, attempts, outcome, sent_at, settled_at,
  request) on work.intent to specie_app;

create table work.request (
  institution_id uuid not null references directory.institution (id),
  clreqid text not null,
  content text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (institution_id, clreqid)
);
comment on table work.request is 'Requests with a client id and their answers. A repeated request gets the same answer (O2).';
comment on column work.request.content is 'Hash of the endpoint and its fields.';
-- Rows are stored in order of time, so a small index finds old ones.
create index request_age on work.request using brin (created_at) with (autosummarize = on);
grant select, insert (institution_id, clreqid, content, answer, created_at), update (answer) on work.request to specie_app;

create table work.claim (
  name text primary key,
  holder uuid not null,
  token bigint not null
);
comment on table work.claim is
  'Work that only one process may do at a time. The counter is a fence: it grows with every takeover, and each transaction '
  'of the work compares it before it commits. The holder is compared too, because a promoted standby may lack the last '
  'count and reach the same number again.';
grant select on work.claim to specie_app;

create table work.pulse (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
comment on table work.pulse is 'One row that /readyz writes to test that a write commits.';
insert into work.pulse (at) values (now());
grant select, update (at) on work.pulse to specie_app;

create table work.used_id (
  institution_id uuid not null references directory.institution (id),
  clreqid text not null,
  used_at timestamptz not null,
  primary key (institution_id, clreqid)
);
comment on table work.used_id is
  'Client ids whose answer is no longer stored (work.delete_old_answers). They stay used forever (O2).';
grant select on work.used_id to specie_app;

create table work.horizon (
  name text primary key,
  before timestamptz not null,
  done timestamptz not null
);
comment on table work.horizon is 'How far the retention of each table has come.';
comment on column work.horizon.name is 'The table.';
comment on column work.horizon.before is 'Rows older than this may have been deleted.';
comment on column work.horizon.done is 'All rows older than this have been examined.';
grant select on work.horizon to specie_app;
