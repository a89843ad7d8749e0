create schema people;
comment on schema people is 'Sign-in, sessions, and approvals by two people.';
grant usage on schema people to specie_app;

create table people.role (
  side text not null,
  name text not null,
  primary key (side, name)
);
comment on table people.role is 'The roles of protocol/src/people/roles.ts; the preparation writes them.';
grant select on people.role to specie_app;

create table people.role_conflict (
  side text not null,
  one text not null,
  other text not null,
  primary key (side, one, other)
);
comment on table people.role_conflict is 'Pairs of roles that one person cannot have together.';
grant select on people.role_conflict to specie_app;

create table people.approval_kind (
  name text primary key,
  side text not null,
  makers text[] not null,
  checkers text[] not null,
  by_keys boolean not null default false
);
comment on table people.approval_kind is
  'The kinds of approvals of protocol/src/people/approvals.ts; the preparation writes them.';
comment on column people.approval_kind.makers is 'Roles that may request it.';
comment on column people.approval_kind.checkers is 'Roles that may approve it.';
comment on column people.approval_kind.by_keys is 'API keys may request it too.';
grant select on people.approval_kind to specie_app;

create table people.link (
  id uuid primary key,
  person_id uuid not null references directory.person (id),
  purpose text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  usable_from timestamptz
);
comment on table people.link is 'One-time links: an invitation, or the recovery after all factors were lost.';
comment on column people.link.usable_from is
  'When a link that staff made for a person of an institution begins to work; null: at once.';
comment on column people.link.token_hash is 'Only the hash of the token is stored.';
create index on people.link (person_id);
grant select, insert (id, person_id, purpose, token_hash, expires_at, created_at, usable_from), update (used_at)
  on people.link to specie_app;

create table people.password (
  person_id uuid primary key references directory.person (id),
  hash text not null check (hash like '$argon2id$%'),
  updated_at timestamptz not null
);
comment on table people.password is 'Passwords as Argon2id hashes.';
grant select, insert (person_id, hash, updated_at), update (hash, updated_at), delete on people.password to specie_app;

create table people.totp (
  person_id uuid primary key references directory.person (id),
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  updated_at timestamptz not null
);
comment on table people.totp is 'Authenticator apps.';
comment on column people.totp.sealed_secret is 'Sealed with the key of personal data.';
comment on column people.totp.last_step is 'The last accepted time step. It only grows, so a code works once.';
grant select, insert (person_id, sealed_secret, confirmed_at, last_step, updated_at), update (sealed_secret, confirmed_at,
  last_step, updated_at), delete on people.totp to specie_app;

create table people.recovery_code (
  person_id uuid not null references directory.person (id),
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash)
);
comment on table people.recovery_code is 'One-time codes for a lost second factor.';
grant select, insert (person_id, hash), update (used_at), delete on people.recovery_code to specie_app;

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
comment on table people.passkey is 'Passkeys (WebAuthn).';
comment on column people.passkey.public_key is 'In COSE format.';
comment on column people.passkey.rp_id is
  'The host name for which the passkey works. Null: registered before the host name was recorded.';
create index on people.passkey (person_id);
grant select, insert (id, person_id, credential_id, public_key, counter, transports, name, created_at, rp_id), update
  (counter, name, last_used_at, removed_at) on people.passkey to specie_app;

create table people.challenge (
  value bytea primary key,
  purpose text not null,
  person_id uuid references directory.person (id),
  subject text,
  expires_at timestamptz not null
);
comment on table people.challenge is 'Values that a passkey signs once.';
comment on column people.challenge.person_id is 'Null at sign-in: the passkey identifies the person.';
comment on column people.challenge.subject is 'For an approval: the request that is decided.';
create index on people.challenge (expires_at);
grant select, insert (value, purpose, person_id, subject, expires_at), delete on people.challenge to specie_app;

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
comment on table people.session is 'Sessions and API tokens of people: 256 random bits in a cookie or a header.';
comment on column people.session.token_hash is 'Only the hash of the token is stored.';
comment on column people.session.method is 'The factors that opened it.';
comment on column people.session.label is 'For a token: the purpose that its holder named.';
comment on column people.session.factor_at is 'When a factor was last presented.';
comment on column people.session.passkey_id is 'The passkey that opened it. The session ends when the passkey is removed.';
comment on column people.session.opened_by is
  'The session in which this token was created or this device was confirmed. It ends with that session.';
comment on column people.session.replaces is
  'The session that this one continues under a new token, after a factor was presented again.';
create index on people.session (person_id) where ended_at is null;
-- Finds the addresses from which a person has signed in recently.
create index on people.session (person_id, created_at);
create index session_opened_by on people.session (opened_by) where ended_at is null;
grant select (id, person_id, kind, method, label, factor_at, created_at, seen_at, expires_at, ended_at, ip, agent,
  passkey_id, opened_by, replaces), insert (id, person_id, token_hash, kind, method, label, factor_at, created_at, seen_at,
  expires_at, ip, agent, passkey_id, opened_by, replaces), update (ended_at) on people.session to specie_app;

create table people.attempt (
  key text primary key,
  failures integer not null,
  next_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table people.attempt is
  'Failed sign-in attempts by account and by address, with the time before which the next one is refused.';
create index on people.attempt (updated_at);
grant select, insert (key, failures, next_at, updated_at), update (failures, next_at, updated_at), delete on people.attempt
  to specie_app;

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
comment on table people.approval is
  'Actions that need two people. Only functions write here: people.request_approval, people.decide_approval, people.withdraw_approval, people.use_approval.';
comment on column people.approval.institution_id is 'The institution whose people decide; null for staff.';
comment on column people.approval.subject is 'The row that the approval is about.';
comment on column people.approval.payload is 'Canonical JSON of exactly the approved action.';
comment on column people.approval.maker is 'The person who requested it; null if an API key did.';
comment on column people.approval.checker is 'The person who decided.';
comment on column people.approval.evidence is
  'Evidence of how the checker authenticated, as canonical JSON; for a passkey the raw bytes in base64url.';
comment on column people.approval.used_by is 'The transaction that performed the action.';
comment on column people.approval.maker_key is 'The API key that requested it.';
comment on column people.approval.withdrawn_by is
  'The person of the institution who withdrew it by canceling the payment. Null: its maker, before this was recorded.';
create index approval_waiting on people.approval (expires_at) where state = 'waiting';
create index on people.approval (institution_id, created_at);
create index on people.approval (subject);
-- One open request at a time: for staff one per subject, for an institution one per payload, because its subject is the institution itself.
create unique index one_open on people.approval
  (kind, subject, (case when institution_id is null then ''::bytea else payload_hash end)) where state = 'waiting';
-- A payment is requested once, so a second request cannot replace its payload. Other requests of an institution concern
-- the institution itself.
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
comment on table people.device is
  'Command lines that ask to act for a person (device flow): the person confirms the user code in the browser, then the '
  'command line takes its token once.';
comment on column people.device.device_hash is 'Only the hash of the device code is stored.';
comment on column people.device.person_id is 'The person who confirmed it.';
comment on column people.device.confirmed_by is 'The session in which it was confirmed.';
create index on people.device (expires_at);
create index device_confirmed_by on people.device (confirmed_by);
grant select, insert (id, device_hash, user_code, side, label, expires_at, created_at, ip, agent), update (person_id,
  confirmed_at, confirmed_by), delete on people.device to specie_app;

create table people.second_person (
  institution_id uuid not null references directory.institution (id),
  kind text not null,
  is_dropped boolean not null default false,
  amounts jsonb not null default '{}' check (jsonb_typeof(amounts) = 'object'),
  primary key (institution_id, kind)
);
comment on table people.second_person is
  'The kinds of changes for which an institution requires the approval of a second person.';
comment on column people.second_person.is_dropped is
  'The requirement no longer applies. The row stays, because dropping it takes two people.';
comment on column people.second_person.amounts is
  'For payments: the amount per asset up to which no approval is needed, as decimal numbers. An asset that is not listed '
  'always needs one.';
grant select, insert (institution_id, kind, amounts), update (is_dropped, amounts) on people.second_person to specie_app;

create table people.rehearsal (
  approval_id uuid not null references people.approval (id),
  transaction xid8 not null
);
comment on table people.rehearsal is
  'A requested action is rehearsed at once, so that impossible requests are refused. The row names the rehearsing transaction; it cannot commit, so the table is empty to every other one.';
grant select on people.rehearsal to specie_app;
