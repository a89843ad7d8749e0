create schema audit;
comment on schema audit is
  'The audit chain (V1): every entry carries the hash of the entry before it. Only functions write here. Seals cover '
  'journals, orders and row versions in commit order; `specie check` compares them later.';
grant usage on schema audit to specie_app;

create table audit.entry (
  seq bigint primary key,
  body text not null,
  hash bytea not null
);
comment on table audit.entry is 'The audit chain.';
comment on column audit.entry.body is 'Canonical JSON (audit.append): exactly the bytes that are hashed.';
comment on column audit.entry.hash is 'Hash of the previous hash and the body.';
-- Search by action, actor and subject uses patterns, not JSON, so that a damaged entry is still found (base/audit/search.ts).
create index entry_action on audit.entry (substring(body from '^\{"action":"((?:[^"\\]|\\.)*)"'), seq);
create index entry_actor on audit.entry (substring(body from '^\{"action":"[^"]*","actor":"((?:[^"\\]|\\.)*)"'), seq);
create index entry_subject on audit.entry (substring(body from '"subject":"((?:[^"\\]|\\.)*)"\}$'), seq);
grant select on audit.entry to specie_app;

create table audit.head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
);
comment on table audit.head is
  'The end of the chain. Its row lock queues all writers: take it last and keep it out of hot paths.';
insert into audit.head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
grant select on audit.head to specie_app;

create table audit.shape (
  id integer generated always as identity primary key,
  name text not null,
  columns text[] not null,
  unique (name, columns)
);
comment on table audit.shape is 'The sets of columns that hashes of row versions cover.';
comment on column audit.shape.name is 'Schema and table.';
grant select on audit.shape to specie_app;

create table audit.version (
  seq bigint generated always as identity primary key,
  committed xid8 not null default pg_current_xact_id(),
  name text not null,
  id text not null,
  shape integer not null references audit.shape (id),
  hash bytea not null,
  role text not null,
  was bytea,
  session text,
  mark bytea,
  at timestamptz not null default clock_timestamp()
);
comment on table audit.version is
  'A hash of each row of a versioned table after each change, and who wrote it (base/audit/row-versions.ts). A change that '
  'bypasses the triggers has no version.';
comment on column audit.version.committed is 'The transaction that wrote the version.';
comment on column audit.version.name is 'Schema and table.';
comment on column audit.version.id is 'The primary key of the row; its parts are joined by a slash.';
comment on column audit.version.role is 'The role that wrote: the login of the service, `migration`, or any other role.';
comment on column audit.version.was is
  'Hash of the row before the change; null for a new row and for versions written by a migration.';
comment on column audit.version.session is 'The key with which the mark was made.';
comment on column audit.version.mark is
  'Made with a key that the service holds and the database does not (base/audit/trace-key.ts); null if written without a '
  'key.';
comment on column audit.version.at is 'A version that stays unsealed for long is reported.';
create index version_of_row on audit.version (name, id, seq);
create index version_committed on audit.version (committed, seq);
grant select on audit.version to specie_app;

create table audit.seal (
  id bigint generated always as identity primary key,
  stream text not null,
  first numeric(20, 0) not null,
  last numeric(20, 0) not null,
  count bigint not null,
  sha256 bytea not null,
  marks bytea not null,
  at timestamptz not null,
  unique (stream, first),
  check (first <= last and count > 0)
);
comment on table audit.seal is
  'A hash over each stretch of a stream (journals, orders, versions, history), written after its transactions have ended.';
comment on column audit.seal.first is 'First position in the stream, inclusive.';
comment on column audit.seal.last is 'Last position in the stream, inclusive.';
comment on column audit.seal.sha256 is 'Hash over the hashes of all items.';
comment on column audit.seal.marks is 'The first eight bytes of the hash of each item; they identify a changed item.';
-- Finds the end of the sealed part of each stream.
create index on audit.seal (stream, last);
grant select on audit.seal to specie_app;

create table audit.signature (
  seq bigint primary key,
  hash bytea not null,
  public_key bytea not null,
  signature bytea not null,
  at timestamptz not null
);
comment on table audit.signature is 'Heads of the audit chain, signed with the key `audit`.';
grant select on audit.signature to specie_app;

create table audit.shipment (
  destination text primary key,
  seq bigint not null,
  at timestamptz not null
);
comment on table audit.shipment is 'The newest signed head that each destination has received. A restart continues there.';
comment on column audit.shipment.seq is 'Position of that head in the audit chain.';
grant select on audit.shipment to specie_app;

create table audit.marked_from (
  only_row boolean primary key default true check (only_row),
  committed xid8 not null
);
comment on table audit.marked_from is
  'The first transaction from which every order has a mark. The first start with a key writes it.';
grant select on audit.marked_from to specie_app;
