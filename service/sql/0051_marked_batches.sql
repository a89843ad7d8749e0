-- Orders are written by functions that the service's login may call, with or without the key of the service. What one call
-- wrote gets one mark (base/audit/trace-key.ts): one for each row would cost much more. Journals need none: each belongs to a
-- row that has one.
create table trading.order_mark (
  id bigint generated always as identity primary key,
  committed xid8 not null default pg_current_xact_id(),
  orders uuid[] not null,
  is_received boolean not null,  -- of what was asked, while a venue has not answered yet
  session text,  -- which key the mark was made with
  mark bytea  -- null: written without a key
);
create index order_mark_committed on trading.order_mark (committed);
create index order_mark_received on trading.order_mark (id) where is_received;
grant select on trading.order_mark to specie_app;

-- From which transaction on each order has a mark: the first start with a key notes it.
create table audit.marked_from (
  only_row boolean primary key default true check (only_row),
  committed xid8 not null
);
grant select on audit.marked_from to specie_app;

-- When a version was written: one that stays unsealed for long is named. Before this migration nobody noted it.
alter table audit.version add column at timestamptz not null default now();
alter table audit.version alter column at set default clock_timestamp();

-- The version of a key's rights is noted whenever it changes: one that falls would make a revoked key good again.
alter table access.nonce_mark add column version bigint not null default 1;
update access.nonce_mark m set version = u.version from access.key_use u where u.key_id = m.key_id;
