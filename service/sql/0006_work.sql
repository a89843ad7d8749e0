-- Long work: settlement time, intents towards the outside world, and requests that clients may repeat.

create schema work;
grant usage on schema work to specie_app;

-- Settlement time (UAT only): at `wall` it was `settlement`, and it runs `speed` times as fast since. `seen` is the last
-- moment at which a process was up: settlement time stands still while nothing runs.
create table work.clock (
  only_row boolean primary key default true check (only_row),
  wall timestamptz not null,
  settlement timestamptz not null,
  speed integer not null check (speed between 1 and 100000),
  seen timestamptz not null,
  version bigint not null default 0  -- counts the moves: who reads it late does not take the older one for the newer
);
grant select, insert, update on work.clock to specie_app;

-- An effect outside (E1): recorded in the transaction that decides on it, marked before it is sent, settled once.
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
  check ((state = 'settled') = (outcome is not null))
);
create index on work.intent (effect, created_at) where state <> 'settled';
create index on work.intent (subject);
grant select, insert, update (state, attempts, outcome, sent_at, settled_at) on work.intent to specie_app;

-- What a client asked for under its own id, and what it was told: told again when it asks again (O2).
create table work.request (
  institution_id uuid not null references directory.institution (id),
  clreqid text not null,
  content text not null,  -- hash of endpoint and fields
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (institution_id, clreqid)
);
-- Rows come in the order of their time: a few bytes tell where old ones lie.
create index request_age on work.request using brin (created_at) with (autosummarize = on);
grant select, insert, update (answer) on work.request to specie_app;

-- Work that only one process may be at. The counter is a fence: it grows whenever somebody else takes the work over, and
-- each transaction of the work compares it before it commits. The holder is compared too: a standby that takes over may
-- lack the last count, and count to the same number again.
create table work.claim (
  name text primary key,
  holder uuid not null,
  token bigint not null
);
grant select on work.claim to specie_app;

-- One row that /readyz writes, to see that a write commits.
create table work.pulse (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
insert into work.pulse (at) values (now());
grant select, update (at) on work.pulse to specie_app;

-- Client ids whose answer is no longer kept (work.forget_answers). They stay used for ever (O2).
create table work.used_id (
  institution_id uuid not null references directory.institution (id),
  clreqid text not null,
  used_at timestamptz not null,
  primary key (institution_id, clreqid)
);
grant select on work.used_id to specie_app;

-- Up to when rows of a table may be gone, and up to when all of them have been looked at.
create table work.horizon (
  name text primary key,
  before timestamptz not null,
  done timestamptz not null
);
grant select on work.horizon to specie_app;
