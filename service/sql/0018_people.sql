-- Which person is this, and what may they decide? Machines sign requests with keys; people sign in and decide.


-- A person has one login and belongs to one institution or to the staff.
create table directory.person (
  id uuid primary key,
  side text not null,
  institution_id uuid references directory.institution (id),  -- null: staff
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  name text not null check (length(name) between 1 and 140),
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((side = 'staff') = (institution_id is null))
);
-- A name may be used again by somebody else once its person was removed.
create unique index one_login on directory.person (email) where state <> 'removed';
create index on directory.person (institution_id) where institution_id is not null;
grant select, insert, update (name, state, updated_at) on directory.person to specie_app;

-- Roles are given and taken by people.set_roles, which refuses conflicts. A row stays when the role is taken: then a row that is
-- missing was deleted by hand.
create table directory.person_role (
  person_id uuid not null references directory.person (id),
  role text not null,
  is_taken boolean not null default false,
  primary key (person_id, role)
);
grant select on directory.person_role to specie_app;

-- Of protocol/src/people/roles.ts and approvals.ts, put there by the migration step.
create table people.role (
  side text not null,
  name text not null,
  primary key (side, name)
);
create table people.role_conflict (
  side text not null,
  one text not null,
  other text not null,
  primary key (side, one, other)
);
create table people.approval_kind (
  name text primary key,
  side text not null,
  makers text[] not null,
  checkers text[] not null
);
grant select on people.role, people.role_conflict, people.approval_kind to specie_app;

-- One-time links: an invitation, or the way back in after every factor was lost. Only the hash of the token is here.
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

-- The secret is sealed with the key of personal data. A code works once: last_step only grows.
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
  public_key bytea not null,  -- COSE
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 64),
  created_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz
);
create index on people.passkey (person_id);
grant select, insert, update (counter, name, last_used_at, removed_at) on people.passkey to specie_app;

-- What a passkey is asked to sign, once.
create table people.challenge (
  value bytea primary key,
  purpose text not null,
  person_id uuid references directory.person (id),  -- null: whoever signs in says who they are
  subject text,  -- what is decided, for an approval
  expires_at timestamptz not null
);
grant select, insert, delete on people.challenge to specie_app;

-- 256 random bits in a cookie or a header; only their hash is here.
create table people.session (
  id uuid primary key,
  person_id uuid not null references directory.person (id),
  token_hash bytea not null unique,
  kind text not null,
  method text not null,  -- the factors that opened it
  label text,  -- of a token: what its holder made it for
  factor_at timestamptz not null,  -- when a factor was last shown
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ip inet not null,
  agent text not null check (length(agent) <= 200)
);
create index on people.session (person_id) where ended_at is null;
grant select (id, person_id, kind, method, label, factor_at, created_at, seen_at, expires_at, ended_at, ip, agent),
  insert, update (method, factor_at, seen_at, ended_at) on people.session to specie_app;

-- Failed attempts, by account and by address: the next one must wait. Old rows are deleted.
create table people.attempt (
  key text primary key,
  failures integer not null,
  next_at timestamptz not null,
  updated_at timestamptz not null
);
grant select, insert, update, delete on people.attempt to specie_app;

-- What needs two people. Added and moved by functions alone: people.ask_approval, people.decide_approval,
-- people.withdraw_approval, people.use_approval.
create table people.approval (
  id uuid primary key,
  kind text not null references people.approval_kind (name),
  institution_id uuid references directory.institution (id),  -- whose people decide; null: staff
  subject text not null,
  payload text not null,  -- canonical JSON of exactly what will be done
  payload_hash bytea not null,
  maker uuid not null references directory.person (id),
  reason text not null check (length(reason) between 1 and 1000),
  state text not null,
  checker uuid references directory.person (id),
  decision_reason text check (length(decision_reason) between 1 and 1000),
  evidence jsonb,  -- how the checker showed who they are; of a passkey the raw bytes as base64url
  expires_at timestamptz not null,
  decided_at timestamptz,
  used_at timestamptz,
  used_by xid8,  -- the transaction that did it
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint four_eyes check (checker is null or checker <> maker),
  constraint decided_by_somebody check ((state = 'approved' or state = 'refused') = (checker is not null)),
  constraint approved_before_use check (used_at is null or state = 'approved')
);
create index approval_waiting on people.approval (expires_at) where state = 'waiting';
create index on people.approval (institution_id, created_at);
create index on people.approval (subject);
grant select on people.approval to specie_app;
