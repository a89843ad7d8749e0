create schema people;
grant usage on schema people to specie_app;

create table people.role (
  side text not null,
  name text not null,
  primary key (side, name)
);
grant select on people.role to specie_app;

create table people.role_conflict (
  side text not null,
  one text not null,
  other text not null,
  primary key (side, one, other)
);
grant select on people.role_conflict to specie_app;

create table people.approval_kind (
  name text primary key,
  side text not null,
  makers text[] not null,
  checkers text[] not null,
  by_keys boolean not null default false
);
grant select on people.approval_kind to specie_app;

create table people.link (
  id uuid primary key,
  person_id uuid not null references directory.person (id),
  purpose text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index on people.link (person_id);
grant select, insert, update (used_at) on people.link to specie_app;

create table people.password (
  person_id uuid primary key references directory.person (id),
  hash text not null check (hash like '$argon2id$%'),
  updated_at timestamptz not null
);
grant select, insert, update (hash, updated_at), delete on people.password to specie_app;

create table people.totp (
  person_id uuid primary key references directory.person (id),
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  updated_at timestamptz not null
);
grant select, insert, update (sealed_secret, confirmed_at, last_step, updated_at), delete on people.totp to specie_app;

create table people.recovery_code (
  person_id uuid not null references directory.person (id),
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash)
);
grant select, insert, update (used_at), delete on people.recovery_code to specie_app;

create table people.passkey (
  id uuid primary key,
  person_id uuid not null references directory.person (id),
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 64),
  created_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz,
  rp_id text
);
create index on people.passkey (person_id);
grant select, insert, update (counter, name, last_used_at, removed_at) on people.passkey to specie_app;

create table people.challenge (
  value bytea primary key,
  purpose text not null,
  person_id uuid references directory.person (id),
  subject text,
  expires_at timestamptz not null
);
create index on people.challenge (expires_at);
grant select, insert, delete on people.challenge to specie_app;

create table people.session (
  id uuid primary key,
  person_id uuid not null references directory.person (id),
  token_hash bytea not null unique,
  kind text not null,
  method text not null,
  label text,
  factor_at timestamptz not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ip inet not null,
  agent text not null check (length(agent) <= 200),
  passkey_id uuid references people.passkey (id),
  opened_by uuid references people.session (id),
  replaces uuid references people.session (id)
);
create index on people.session (person_id) where ended_at is null;
create index on people.session (person_id, created_at);
create index session_opened_by on people.session (opened_by) where ended_at is null;
grant select (id, person_id, kind, method, label, factor_at, created_at, seen_at, expires_at, ended_at, ip, agent,
  passkey_id, opened_by, replaces), insert, update (ended_at) on people.session to specie_app;

create table people.attempt (
  key text primary key,
  failures integer not null,
  next_at timestamptz not null,
  updated_at timestamptz not null
);
create index on people.attempt (updated_at);
grant select, insert, update, delete on people.attempt to specie_app;

create table people.approval (
  id uuid primary key,
  kind text not null references people.approval_kind (name),
  institution_id uuid references directory.institution (id),
  subject text not null,
  payload text not null,
  payload_hash bytea not null,
  maker uuid references directory.person (id),
  reason text not null check (length(reason) between 1 and 1000),
  state text not null,
  checker uuid references directory.person (id),
  decision_reason text check (length(decision_reason) between 1 and 1000),
  evidence text,
  expires_at timestamptz not null,
  decided_at timestamptz,
  used_at timestamptz,
  used_by xid8,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  maker_session uuid references people.session (id),
  checker_session uuid references people.session (id),
  maker_key uuid references access.api_key (id),
  withdrawn_by text,
  constraint four_eyes check (checker is null or checker <> maker),
  constraint decided_by_somebody check ((state = 'approved' or state = 'refused') = (checker is not null)),
  constraint approved_before_use check (used_at is null or state = 'approved'),
  constraint decided_with_evidence check ((checker is null) = (evidence is null)
    and (checker is null) = (checker_session is null) and (checker is null) = (decided_at is null)),
  constraint refused_with_a_reason check (state <> 'refused' or decision_reason is not null),
  constraint used_once check ((used_at is null) = (used_by is null)),
  constraint one_maker check (num_nonnulls(maker, maker_key) = 1 and (maker is null) = (maker_session is null)),
  constraint withdrawn_by_somebody check (withdrawn_by is null or state = 'withdrawn')
);
create index approval_waiting on people.approval (expires_at) where state = 'waiting';
create index on people.approval (institution_id, created_at);
create index on people.approval (subject);
create unique index one_open on people.approval
  (kind, subject, (case when institution_id is null then ''::bytea else payload_hash end)) where state = 'waiting';
create unique index asked_once on people.approval (kind, subject) where subject <> institution_id::text;
grant select on people.approval to specie_app;

create table people.device (
  id uuid primary key,
  device_hash bytea not null unique,
  user_code text not null unique,
  side text not null,
  label text not null check (length(label) between 1 and 64),
  person_id uuid references directory.person (id),
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ip inet not null,
  agent text not null check (length(agent) <= 200),
  confirmed_by uuid references people.session (id),
  check ((person_id is null) = (confirmed_at is null))
);
create index on people.device (expires_at);
create index device_confirmed_by on people.device (confirmed_by);
grant select, insert, update (person_id, confirmed_at, confirmed_by), delete on people.device to specie_app;

create table people.second_person (
  institution_id uuid not null references directory.institution (id),
  kind text not null,
  is_dropped boolean not null default false,
  amounts jsonb not null default '{}' check (jsonb_typeof(amounts) = 'object'),
  primary key (institution_id, kind)
);
grant select, insert, update (is_dropped, amounts) on people.second_person to specie_app;

create table people.rehearsal (
  approval_id uuid not null references people.approval (id),
  transaction xid8 not null
);
grant select on people.rehearsal to specie_app;
