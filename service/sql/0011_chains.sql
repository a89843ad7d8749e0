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
-- Whose wallet an address is. Those that have none only count nonces.
create index on chains.wallet (chain, address) where address <> '';
create index on chains.wallet (lower(address));
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
  institution_id uuid references directory.institution (id),  -- null: free
  assigned_at timestamptz,
  rail_id uuid references rails.rail (id),  -- an off-ramp has one of its own: what arrives there is the rail's
  primary key (family, index),
  unique (family, address),
  constraint one_owner check (num_nonnulls(institution_id, rail_id) <= 1)
);
create unique index one_address on chains.deposit_address (institution_id, family) where institution_id is not null;
create index on chains.deposit_address (family, index) where institution_id is null;
create index free_address on chains.deposit_address (family, index) where institution_id is null and rail_id is null;
create unique index rail_address on chains.deposit_address (rail_id) where rail_id is not null;
-- On EVM chains the case of an address means nothing.
create index deposit_address_any_case on chains.deposit_address (family, lower(address));
grant select, insert, update (institution_id, assigned_at, rail_id) on chains.deposit_address to specie_app;

-- One transaction of ours: a nonce (where the chain has them) and every form in which it was signed.
create table chains.transaction (
  id uuid primary key,
  chain text not null,
  key text not null,  -- whose nonce it uses
  nonce bigint,
  -- assigned: has its nonce. sent: signed, perhaps on the chain. final: succeeded for good. reverted: failed for good.
  -- over: none of its forms can land any more.
  state text not null,
  hash text,  -- of the form that is on the chain, as far as known
  height numeric(20, 0),
  cost numeric(38, 0),  -- what the network took, in the smallest unit of the chain's own coin
  sent_at timestamptz,  -- last broadcast
  created_at timestamptz not null
);
create unique index one_use_of_a_nonce on chains.transaction (chain, key, nonce) where nonce is not null and state <> 'over';
create index on chains.transaction (chain, created_at) where state in ('assigned', 'sent');
grant select, insert, update (nonce, state, hash, height, cost, sent_at, created_at) on chains.transaction to specie_app;

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
  state text not null,
  reason text,
  txid text,  -- of the transaction that did it
  transaction_id uuid references chains.transaction (id),  -- the last one that carried it
  unread boolean not null default false,  -- whoever asked for it has yet to learn of its present state
  created_at timestamptz not null,
  updated_at timestamptz not null,
  memo text,  -- words that go along with coins, where the chain has a place for them
  address_id uuid references destinations.address (id),  -- the whitelisted wallet that it goes to, if it is one
  source_key text,  -- of the wallet that coins leave, where that is no deposit address; null: `source`, or none
  -- The most that a transaction may pay the network; null: what the market asks, within the limits of its chain.
  most_fee numeric(38, 0) check (most_fee >= 0),
  constraint one_source check (num_nonnulls(source, source_key) <= 1)
);
create index on chains.operation (chain, key, created_at) where state = 'queued';
create index on chains.operation (transaction_id);
create index on chains.operation (purpose, updated_at) where unread;
-- Coins that may still come into being and are no liability yet: what the reserve must cover before one more (L5).
create index operation_coming on chains.operation (asset)
  where kind = 'mint' and (state in ('queued', 'working') or state = 'final' and unread);
-- What is leaving the omnibus wallet and still stands in the ledger's balance of it.
create index operation_leaving on chains.operation (chain, asset)
  where kind in ('transfer', 'burn') and (state in ('queued', 'working') or state = 'final' and unread);
create unique index one_operation on chains.operation (purpose, subject, kind, chain)
  where state not in ('failed', 'canceled');
create index on chains.operation (address_id) where state = 'queued';
create index on chains.operation (subject);
-- What stands in line or is under way, for the sender of a key.
create index on chains.operation (chain, key) where state in ('queued', 'working');
-- A hash finds what it did.
create index on chains.operation (txid) where txid is not null;
grant select, insert, update (alone, state, reason, txid, transaction_id, unread, updated_at)
  on chains.operation to specie_app;

-- Which transactions ever carried an operation: any of their hashes finds it.
create table chains.carried (
  operation_id uuid not null references chains.operation (id),
  transaction_id uuid not null references chains.transaction (id),
  primary key (operation_id, transaction_id)
);
create index on chains.carried (transaction_id);
grant select, insert on chains.carried to specie_app;

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
  -- What a final supply change was found to be. asked: an operation of ours. holder_burn: a holder destroyed coins of his
  -- own, which is his loss and no break. break: nobody here asked for it, and somebody is poorer by it or coins are without
  -- backing: minting was halted.
  verdict text,
  booked_at timestamptz,  -- of a holder burn: when the ledger followed
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
-- What changed the supply since a block.
create index on chains.movement (chain, asset, height) where state = 'final' and kind in ('mint', 'burn');
grant select, insert, update (state, unread, updated_at, verdict, booked_at) on chains.movement to specie_app;

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

-- Token accounts of our wallets on Solana. Somebody may name one instead of the wallet, so they are ours as well.
create table chains.token_account (
  address text primary key,
  owner text not null,  -- the wallet
  mint text not null,
  unique (owner, mint)
);
grant select, insert on chains.token_account to specie_app;

-- Why a chain cannot be relied on at the moment; a row goes when its cause has gone. What broke for good is in
-- chains.cursor.problem and goes only when people resume the chain.
create table chains.trouble (
  chain text not null,
  part text not null check (part in ('reading', 'sending')),
  kind text not null check (kind in ('disagreement', 'unreachable')),
  what text not null,  -- for operators: names nodes
  since timestamptz not null,
  primary key (chain, part)
);
grant select, insert, update, delete on chains.trouble to specie_app;
