create schema audit;
grant usage on schema audit to specie_app;

create table audit.entry (
  seq bigint primary key,
  body text not null,
  hash bytea not null
);
create index entry_action on audit.entry (substring(body from '^\{"action":"((?:[^"\\]|\\.)*)"'), seq);
create index entry_actor on audit.entry (substring(body from '^\{"action":"[^"]*","actor":"((?:[^"\\]|\\.)*)"'), seq);
create index entry_subject on audit.entry (substring(body from '"subject":"((?:[^"\\]|\\.)*)"\}$'), seq);
grant select on audit.entry to specie_app;

create table audit.head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
);
insert into audit.head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
grant select on audit.head to specie_app;

create table audit.shape (
  id integer generated always as identity primary key,
  name text not null,
  columns text[] not null,
  unique (name, columns)
);
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
create index on audit.seal (stream, last);
grant select on audit.seal to specie_app;

create table audit.signature (
  seq bigint primary key,
  hash bytea not null,
  public_key bytea not null,
  signature bytea not null,
  at timestamptz not null
);
grant select on audit.signature to specie_app;

create table audit.shipment (
  destination text primary key,
  seq bigint not null,
  at timestamptz not null
);
grant select on audit.shipment to specie_app;

create table audit.marked_from (
  only_row boolean primary key default true check (only_row),
  committed xid8 not null
);
grant select on audit.marked_from to specie_app;
