create schema work;
grant usage on schema work to specie_app;

create table work.clock (
  only_row boolean primary key default true check (only_row),
  wall timestamptz not null,
  settlement timestamptz not null,
  speed integer not null check (speed between 1 and 100000),
  seen timestamptz not null,
  version bigint not null default 0
);
grant select, insert, update on work.clock to specie_app;

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
create index on work.intent (effect, created_at) where state <> 'settled';
create index on work.intent (subject);
grant select, insert, update (state, attempts, outcome, sent_at, settled_at, request) on work.intent to specie_app;

create table work.request (
  institution_id uuid not null references directory.institution (id),
  clreqid text not null,
  content text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (institution_id, clreqid)
);
create index request_age on work.request using brin (created_at) with (autosummarize = on);
grant select, insert, update (answer) on work.request to specie_app;

create table work.claim (
  name text primary key,
  holder uuid not null,
  token bigint not null
);
grant select on work.claim to specie_app;

create table work.pulse (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
insert into work.pulse (at) values (now());
grant select, update (at) on work.pulse to specie_app;

create table work.used_id (
  institution_id uuid not null references directory.institution (id),
  clreqid text not null,
  used_at timestamptz not null,
  primary key (institution_id, clreqid)
);
grant select on work.used_id to specie_app;

create table work.horizon (
  name text primary key,
  before timestamptz not null,
  done timestamptz not null
);
grant select on work.horizon to specie_app;
