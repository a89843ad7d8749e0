create schema access;
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
create index on access.api_key (institution_id);
create unique index one_proven_key on access.api_key (spki) where proven_at is not null;
create index on access.api_key (spki);
create index on access.api_key (revoke_at) where revoke_at is not null and state <> 'revoked';
grant select, insert, update (label, scopes, ip_allowlist, state, updated_at, nonce_window_ms, revoke_at, frozen_by,
  proven_at, proof) on access.api_key to specie_app;

create table access.key_use (
  key_id uuid primary key references access.api_key (id),
  last_nonce numeric(20, 0) not null default -1,
  next_at timestamptz not null default '-infinity',
  version bigint not null default 1,
  admitted boolean not null default false
) with (fillfactor = 50);
grant select, insert (key_id) on access.key_use to specie_app;

create table access.key_challenge (
  key_id uuid primary key references access.api_key (id),
  value bytea not null,
  expires_at timestamptz not null
);
grant select, insert, update (value, expires_at), delete on access.key_challenge to specie_app;

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
create index on access.recent_call (key_id, id);
grant select on access.recent_call to specie_app;

create table access.nonce_mark (
  key_id uuid primary key references access.api_key (id),
  nonce numeric(20, 0) not null,
  at timestamptz not null,
  version bigint not null default 1
);
grant select on access.nonce_mark to specie_app;
