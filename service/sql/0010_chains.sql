-- What happens on chains: our contracts and wallets, what we send, and what the chains tell of movements.

create schema chains;
grant usage on schema chains to specie_app;

-- Where an asset lives on a chain. A contract never moves: a new one is a new row by hand, and a case for the auditor.
create table chains.contract (
  chain text not null,
  asset text not null references ledger.asset,
  address text not null,
  txid text,  -- that created it; null where it was recorded and not deployed by us
  created_at timestamptz not null,
  primary key (chain, asset)
);
grant select, insert on chains.contract to specie_app;

-- Our own wallets. Their keys are with the signer.
create table chains.wallet (
  chain text not null,
  key text not null,  -- minter, omnibus, deposit:7 …
  address text not null,
  next_nonce bigint not null default 0,  -- a floor; the chain's own count is another
  primary key (chain, key)
);
grant select, insert, update (next_nonce) on chains.wallet to specie_app;

-- Who sends with a key: one process at a time. The token only grows; what an older one wants to write is refused.
create table chains.lease (
  chain text not null,
  key text not null,
  holder text not null,
  token bigint not null,
  until timestamptz not null,
  primary key (chain, key)
);
grant select, insert, update on chains.lease to specie_app;

-- Derived ahead, so that whoever hands one out needs no key. One for each family: an EVM address is the same on all.
create table chains.deposit_address (
  family text not null check (family in ('evm', 'solana', 'bitcoin')),
  index integer not null,
  address text not null,
  institution_id uuid references institutions.institution (id),  -- null: free
  assigned_at timestamptz,
  primary key (family, index),
  unique (family, address)
);
create unique index one_address on chains.deposit_address (institution_id, family) where institution_id is not null;
create index on chains.deposit_address (family, index) where institution_id is null;
grant select, insert, update (institution_id, assigned_at) on chains.deposit_address to specie_app;

-- One transaction of ours: a nonce (where the chain has them) and every form in which it was signed.
create table chains.transaction (
  id uuid primary key,
  chain text not null,
  key text not null,  -- whose nonce it uses
  nonce bigint,
  -- assigned: has its nonce. sent: signed, perhaps on the chain. final: succeeded for good. reverted: failed for good.
  -- over: none of its forms can land any more.
  state text not null check (state in ('assigned', 'sent', 'final', 'reverted', 'over')),
  hash text,  -- of the form that is on the chain, as far as known
  height numeric(20, 0),
  cost numeric(38, 0),  -- what the network took, in the smallest unit of the chain's own coin
  sent_at timestamptz,  -- last broadcast
  created_at timestamptz not null
);
create unique index one_use_of_a_nonce on chains.transaction (chain, key, nonce) where nonce is not null and state <> 'over';
create index on chains.transaction (chain, created_at) where state in ('assigned', 'sent');
grant select, insert, update (state, hash, height, cost, sent_at) on chains.transaction to specie_app;

-- The bytes, saved before they leave (E1).
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

-- What is to happen on a chain, for somebody upstairs.
create table chains.operation (
  id uuid primary key,
  chain text not null,
  key text not null,  -- whose queue it stands in
  purpose text not null,  -- mint, redemption, withdrawal …: who is told
  subject uuid not null,
  kind text not null check (kind in ('mint', 'burn', 'transfer', 'collect', 'native')),
  asset text not null references ledger.asset,
  amount numeric(38, 0) not null check (amount > 0),
  recipient text,
  source integer,  -- index of the deposit address that it leaves
  request_id text not null unique check (request_id ~ '^0x[0-9a-f]{64}$'),
  alone boolean not null default false,  -- not to be bundled again: its bundle was refused
  state text not null check (state in ('queued', 'working', 'final', 'failed', 'canceled')),
  reason text,
  txid text,  -- of the transaction that did it
  transaction_id uuid references chains.transaction (id),  -- the last one that carried it
  unread boolean not null default false,  -- whoever asked for it has yet to learn of its present state
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (purpose, subject, kind, chain)
);
create index on chains.operation (chain, key, created_at) where state = 'queued';
create index on chains.operation (transaction_id);
create index on chains.operation (purpose, updated_at) where unread;
grant select, insert, update (state, alone, reason, txid, transaction_id, unread, updated_at) on chains.operation to specie_app;

-- Which transactions ever carried an operation: any of their hashes finds it.
create table chains.carried (
  operation_id uuid not null references chains.operation (id),
  transaction_id uuid not null references chains.transaction (id),
  primary key (operation_id, transaction_id)
);
create index on chains.carried (transaction_id);
grant select, insert on chains.carried to specie_app;

-- An operation ends once.
create function chains.operation_ends() returns trigger language plpgsql as $$
begin
  if old.state in ('final', 'failed', 'canceled') and new.state <> old.state then
    raise exception 'operation % is % and stays so', old.id, old.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ends before update on chains.operation for each row execute function chains.operation_ends();

-- How far each chain has been read.
create table chains.cursor (
  chain text primary key,
  cursor jsonb not null,
  latest numeric(20, 0) not null,
  final numeric(20, 0) not null,
  read_at timestamptz not null,
  problem text  -- why it is not read any further
);
grant select, insert, update on chains.cursor to specie_app;

-- What the chain tells. A row that a reorganisation has dropped stays as orphaned; mined again, it is another row.
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
  unread boolean not null default true,  -- the deposits have yet to learn of its present state
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (chain, txid, index, block)
);
create unique index one_final on chains.movement (chain, txid, index) where state = 'final';
create unique index one_supply_change on chains.movement (chain, asset, request_id) where state = 'final' and request_id is not null;
create index on chains.movement (request_id) where request_id is not null;
create index on chains.movement (chain, height) where state = 'seen';
create index on chains.movement (updated_at) where unread;
grant select, insert, update (state, unread, updated_at) on chains.movement to specie_app;

-- What was stopped, by whom and why; lifting it is a row, too. Read in the transaction of the effect.
create table chains.halt (
  id bigint generated always as identity primary key,
  what text not null,  -- mint:VCHF
  reason text not null,
  actor text not null,
  at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text
);
create unique index one_halt on chains.halt (what) where lifted_at is null;
grant select, insert, update (lifted_at, lifted_by) on chains.halt to specie_app;
