-- The audit chain (V1): every entry carries the hash of the one before it, so that a change anywhere breaks all that
-- follows. Everything here is added by functions and by nothing else. Seals cover journals, orders and rows in the order of
-- their commits, and `specie check` compares them later.

create schema audit;
grant usage on schema audit to specie_app;

create table audit.entry (
  seq bigint primary key,
  body text not null,  -- canonical JSON, see audit.append: exactly the bytes that are hashed
  hash bytea not null
);
grant select on audit.entry to specie_app;

-- The end of the chain. Its row lock puts writers in line, so keep it out of hot paths and take it last.
create table audit.head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
);
insert into audit.head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
grant select on audit.head to specie_app;

-- What a row of a kept table (base/database/row-versions.ts) said after each change, as a hash, and who wrote it. A change that went past the
-- triggers has no version; one that was made by hand is not the service's.
create table audit.shape (
  id integer generated always as identity primary key,
  name text not null,  -- schema and table
  columns text[] not null,  -- that the hashes cover
  unique (name, columns)
);
grant select on audit.shape to specie_app;

create table audit.version (
  seq bigint generated always as identity primary key,
  committed xid8 not null default pg_current_xact_id(),
  name text not null,
  id text not null,  -- the row's key, its parts joined by /
  shape integer not null references audit.shape (id),
  hash bytea not null,
  role text not null  -- the service's, `migration`, or whatever role somebody had set
);
create index version_of_row on audit.version (name, id, seq);
create index version_committed on audit.version (committed, seq);
grant select on audit.version to specie_app;

-- One for each stretch of a stream: journals, orders, versions, history. Written once their transactions have ended.
create table audit.seal (
  id bigint generated always as identity primary key,
  stream text not null,
  first numeric(20, 0) not null,  -- places in the stream, both included
  last numeric(20, 0) not null,
  count bigint not null,
  sha256 bytea not null,  -- over the hashes of all items
  marks bytea not null,  -- the first eight bytes of each item's hash: they tell which one was changed
  at timestamptz not null,
  unique (stream, first),
  check (first <= last and count > 0)
);
-- Up to where each stream is sealed.
create index on audit.seal (stream, last);
grant select on audit.seal to specie_app;

-- Heads of the audit chain, signed with the key `audit`.
create table audit.signature (
  seq bigint primary key,
  hash bytea not null,
  public_key bytea not null,
  signature bytea not null,
  at timestamptz not null
);
grant select on audit.signature to specie_app;

-- To where signed heads of the audit chain have been shipped: a restart goes on there.
create table audit.shipment (
  destination text primary key,
  seq bigint not null,  -- the newest head that it took
  at timestamptz not null
);
grant select on audit.shipment to specie_app;
