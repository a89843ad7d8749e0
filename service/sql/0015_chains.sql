create schema chains;
grant usage on schema chains to specie_app;

create table chains.contract (
  chain text not null,
  asset text not null references ledger.asset,
  address text not null,
  txid text,
  created_at timestamptz not null,
  primary key (chain, asset)
);
grant select, insert on chains.contract to specie_app;

create table chains.wallet (
  chain text not null,
  key text not null,
  address text not null,
  next_nonce bigint not null default 0,
  primary key (chain, key)
);
create index on chains.wallet (chain, address) where address <> '';
create index on chains.wallet (lower(address));
grant select, insert, update (next_nonce) on chains.wallet to specie_app;

create table chains.lease (
  chain text not null,
  key text not null,
  holder text not null,
  token bigint not null,
  until timestamptz not null,
  primary key (chain, key)
);
grant select, insert, update on chains.lease to specie_app;

create table chains.deposit_address (
  family text not null check (family in ('evm', 'solana', 'bitcoin')),
  index integer not null,
  address text not null,
  institution_id uuid references directory.institution (id),
  assigned_at timestamptz,
  rail_id uuid references rails.rail (id),
  primary key (family, index),
  unique (family, address),
  constraint one_owner check (num_nonnulls(institution_id, rail_id) <= 1)
);
create unique index one_address on chains.deposit_address (institution_id, family) where institution_id is not null;
create index on chains.deposit_address (family, index) where institution_id is null;
create index free_address on chains.deposit_address (family, index) where institution_id is null and rail_id is null;
create unique index rail_address on chains.deposit_address (rail_id) where rail_id is not null;
create index deposit_address_any_case on chains.deposit_address (family, lower(address));
grant select, insert, update (institution_id, assigned_at, rail_id) on chains.deposit_address to specie_app;

create table chains.transaction (
  id uuid primary key,
  chain text not null,
  key text not null,
  nonce bigint,
  state text not null,
  hash text,
  height numeric(20, 0),
  cost numeric(38, 0),
  sent_at timestamptz,
  created_at timestamptz not null
);
create unique index one_use_of_a_nonce on chains.transaction (chain, key, nonce) where nonce is not null and state <> 'over';
create index on chains.transaction (chain, created_at) where state in ('assigned', 'sent');
grant select, insert, update (nonce, state, hash, height, cost, sent_at, created_at) on chains.transaction to specie_app;

create table chains.attempt (
  chain text not null,
  hash text not null,
  transaction_id uuid not null references chains.transaction (id),
  number integer not null,
  raw bytea not null,
  terms jsonb not null,
  created_at timestamptz not null,
  primary key (chain, hash),
  unique (transaction_id, number)
);
grant select, insert on chains.attempt to specie_app;

create table chains.operation (
  id uuid primary key,
  chain text not null,
  key text not null,
  purpose text not null,
  subject uuid not null,
  kind text not null check (kind in ('mint', 'burn', 'transfer', 'collect', 'native')),
  asset text not null references ledger.asset,
  amount numeric(38, 0) not null check (amount > 0),
  recipient text,
  source integer,
  request_id text not null unique check (request_id ~ '^0x[0-9a-f]{64}$'),
  alone boolean not null default false,
  state text not null,
  reason text,
  txid text,
  transaction_id uuid references chains.transaction (id),
  unread boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  memo text,
  address_id uuid references destinations.address (id),
  source_key text,
  most_fee numeric(38, 0) check (most_fee >= 0),
  constraint one_source check (num_nonnulls(source, source_key) <= 1)
);
create index on chains.operation (chain, key, created_at) where state = 'queued';
create index on chains.operation (transaction_id);
create index on chains.operation (purpose, updated_at) where unread;
create index operation_coming on chains.operation (asset)
  where kind = 'mint' and (state in ('queued', 'working') or state = 'final' and unread);
create index operation_leaving on chains.operation (chain, asset)
  where kind in ('transfer', 'burn') and (state in ('queued', 'working') or state = 'final' and unread);
create unique index one_operation on chains.operation (purpose, subject, kind, chain)
  where state not in ('failed', 'canceled');
create index on chains.operation (address_id) where state = 'queued';
create index on chains.operation (subject);
create index on chains.operation (chain, key) where state in ('queued', 'working');
create index on chains.operation (txid) where txid is not null;
grant select, insert, update (alone, state, reason, txid, transaction_id, unread, updated_at) on chains.operation to specie_app;

create table chains.carried (
  operation_id uuid not null references chains.operation (id),
  transaction_id uuid not null references chains.transaction (id),
  primary key (operation_id, transaction_id)
);
create index on chains.carried (transaction_id);
grant select, insert on chains.carried to specie_app;

create table chains.cursor (
  chain text primary key,
  cursor jsonb not null,
  latest numeric(20, 0) not null,
  final numeric(20, 0) not null,
  read_at timestamptz not null,
  problem text,
  resume_from numeric(20, 0)
);
grant select, insert, update on chains.cursor to specie_app;

create table chains.movement (
  id uuid primary key,
  chain text not null,
  txid text not null,
  index integer not null,
  height numeric(20, 0) not null,
  block text not null,
  kind text not null check (kind in ('mint', 'burn', 'transfer')),
  asset text not null references ledger.asset,
  sender text,
  recipient text,
  amount numeric(38, 0) not null,
  request_id text,
  state text not null check (state in ('seen', 'final', 'orphaned')),
  unread boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  verdict text,
  booked_at timestamptz,
  unique (chain, txid, index, block),
  check (verdict is null or state = 'final' and kind in ('mint', 'burn')),
  check (booked_at is null or verdict = 'holder_burn')
);
create unique index one_final on chains.movement (chain, txid, index) where state = 'final';
create unique index one_supply_change on chains.movement (chain, asset, request_id)
  where state = 'final' and request_id is not null;
create index on chains.movement (request_id) where request_id is not null;
create index on chains.movement (chain, height) where state = 'seen';
create index on chains.movement (updated_at) where unread;
create index unjudged on chains.movement (chain) where verdict is null and state = 'final' and kind in ('mint', 'burn');
create index unbooked on chains.movement (chain, asset) where verdict = 'holder_burn' and booked_at is null;
create index breaks on chains.movement (chain, asset) where verdict = 'break';
create index holder_burns on chains.movement (created_at) where verdict = 'holder_burn';
create index on chains.movement (chain, asset, height) where state = 'final' and kind in ('mint', 'burn');
grant select, insert, update (state, unread, updated_at, verdict, booked_at) on chains.movement to specie_app;

create table chains.halt (
  id bigint generated always as identity primary key,
  what text not null,
  reason text not null,
  actor text not null,
  at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text
);
create unique index one_halt on chains.halt (what) where lifted_at is null;
grant select, insert, update (lifted_at, lifted_by) on chains.halt to specie_app;

create table chains.token_account (
  address text primary key,
  owner text not null,
  mint text not null,
  unique (owner, mint)
);
grant select, insert on chains.token_account to specie_app;

create table chains.trouble (
  chain text not null,
  part text not null check (part in ('reading', 'sending')),
  kind text not null check (kind in ('disagreement', 'unreachable')),
  what text not null,
  since timestamptz not null,
  primary key (chain, part)
);
grant select, insert, update, delete on chains.trouble to specie_app;

create table chains.supply (
  chain text not null,
  asset text not null references ledger.asset,
  on_chain numeric(38, 0) not null,
  ledger numeric(38, 0) not null,
  compared_at timestamptz not null,
  primary key (chain, asset)
);
grant select, insert, update on chains.supply to specie_app;
