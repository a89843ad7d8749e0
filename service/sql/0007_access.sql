create schema access;
comment on schema access is 'API keys of institutions, and the admission of their calls (A1).';
grant usage on schema access to specie_app;

create table access.api_key (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  spki bytea not null,
  label text not null,
  scopes text[] not null,
  ip_allowlist cidr[] not null default '{}',
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  nonce_window_ms integer check (nonce_window_ms between 1000 and 86400000),
  expires_at timestamptz,
  replaces uuid references access.api_key (id),
  overlap_seconds integer check (overlap_seconds between 0 and 2592000),
  revoke_at timestamptz,
  frozen_by text,
  proven_at timestamptz,
  proof jsonb,
  constraint overlap_of_successor check ((replaces is null) = (overlap_seconds is null))
);
comment on table access.api_key is 'Public keys with which institutions sign their requests.';
comment on column access.api_key.spki is 'The public key. The private key stays with the institution.';
comment on column access.api_key.ip_allowlist is 'An empty list allows every address.';
comment on column access.api_key.nonce_window_ms is
  'For a key whose nonces are the time of the call: the largest allowed deviation from our clock. Null: a nonce only needs '
  'to be higher than the last one.';
comment on column access.api_key.expires_at is 'Null: the key does not expire.';
comment on column access.api_key.replaces is 'The predecessor of this key.';
comment on column access.api_key.overlap_seconds is 'How long the predecessor stays valid beside this key.';
comment on column access.api_key.revoke_at is 'When a replaced key ends.';
comment on column access.api_key.frozen_by is 'Who froze the key. An institution cannot unfreeze what staff has frozen.';
comment on column access.api_key.proven_at is
  'When the holder proved possession of the private key. Only a proven key is unique, so registering a stranger''s public '
  'key blocks nobody.';
comment on column access.api_key.proof is 'Challenge, nonce and signature; the proof can be verified again.';
create index on access.api_key (institution_id);
create unique index one_proven_key on access.api_key (spki) where proven_at is not null;
create index on access.api_key (spki);
create index on access.api_key (revoke_at) where revoke_at is not null and state <> 'revoked';
grant select, insert (id, institution_id, spki, label, scopes, ip_allowlist, state, created_at, updated_at, nonce_window_ms,
  expires_at, replaces, overlap_seconds), update (label, scopes, ip_allowlist, state, updated_at, nonce_window_ms,
  revoke_at, frozen_by, proven_at, proof) on access.api_key to specie_app;

create table access.key_use (
  key_id uuid primary key references access.api_key (id),
  last_nonce numeric(20, 0) not null default -1,
  next_at timestamptz not null default '-infinity',
  version bigint not null default 1,
  admitted boolean not null default false
) with (fillfactor = 50);
comment on table access.key_use is
  'The part of a key that changes with every call. Half-empty pages keep these updates in place (HOT).';
comment on column access.key_use.next_at is 'Due time of the next call at a rate of one per second.';
comment on column access.key_use.version is
  'Version of the rights of the key: its state, scopes and addresses, the KYB case and the agreements of its institution. '
  'Processes cache the rights and present this version, so a change takes effect from its commit on.';
comment on column access.key_use.admitted is 'Carries the result of the update inside access.admit. Nothing else reads it.';
grant select, insert (key_id) on access.key_use to specie_app;

create table access.key_challenge (
  key_id uuid primary key references access.api_key (id),
  value bytea not null,
  expires_at timestamptz not null
);
comment on table access.key_challenge is 'The text that a key must sign once. A new challenge replaces the previous one.';
grant select, insert (key_id, value, expires_at), update (value, expires_at), delete on access.key_challenge to specie_app;

create table access.recent_call (
  id bigint generated always as identity primary key,
  key_id uuid not null,
  at timestamptz not null,
  path text not null,
  status smallint not null,
  code text,
  trace_id text not null,
  ip text not null
);
comment on table access.recent_call is
  'The latest calls of each key, for display. Only access.record_calls writes it. It has no foreign key, which would cost a '
  'lookup per call.';
comment on column access.recent_call.code is 'The error code, if the call failed.';
create index on access.recent_call (key_id, id);
grant select on access.recent_call to specie_app;

create table access.nonce_mark (
  key_id uuid primary key references access.api_key (id),
  nonce numeric(20, 0) not null,
  at timestamptz not null,
  version bigint not null default 1
);
comment on table access.nonce_mark is
  'The nonce of each used key at a moment in time. Nonces change with every call and have no row versions; this table '
  'detects one that falls.';
comment on column access.nonce_mark.version is
  'The version of the rights of the key at that time. A falling version would restore a revoked key.';
grant select on access.nonce_mark to specie_app;
