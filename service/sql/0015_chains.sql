create schema chains;
comment on schema chains is
  'Our contracts and wallets on chains, our operations, and the movements that chains report.';
grant usage on schema chains to specie_app;

create table chains.contract (
  chain text not null,
  asset text not null references ledger.asset,
  address text not null,
  txid text,
  created_at timestamptz not null,
  primary key (chain, asset)
);
comment on table chains.contract is
  'Where each asset lives on each chain. A contract never moves; a new one is a new row by hand and needs an audit.';
comment on column chains.contract.txid is 'The transaction that created it; null if it was recorded and not deployed by us.';
grant select, insert (chain, asset, address, txid, created_at) on chains.contract to specie_app;

create table chains.wallet (
  chain text not null,
  key text not null,
  address text not null,
  next_nonce bigint not null default 0,
  primary key (chain, key)
);
comment on table chains.wallet is 'Our wallets. Their keys are with the signer.';
comment on column chains.wallet.key is 'The name of the key: minter, omnibus, deposit:7 and so on.';
comment on column chains.wallet.next_nonce is 'A lower bound; the count of the chain is the other one.';
-- Finds the wallet of an address. Wallets without an address only count nonces.
create index on chains.wallet (chain, address) where address <> '';
create index on chains.wallet (lower(address));
grant select, insert (chain, key, address, next_nonce), update (next_nonce) on chains.wallet to specie_app;

create table chains.lease (
  chain text not null,
  key text not null,
  holder text not null,
  token bigint not null,
  until timestamptz not null,
  primary key (chain, key)
);
comment on table chains.lease is
  'Which process sends with a key: one at a time. The token only grows; a write with an older token is refused.';
grant select, insert (chain, key, holder, token, until), update (holder, token, until) on chains.lease to specie_app;

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
comment on table chains.deposit_address is
  'Deposit addresses, derived in advance so that assigning one needs no key. One per family: an EVM address is the same on '
  'all EVM chains.';
comment on column chains.deposit_address.institution_id is 'Null: free, or owned by a rail.';
comment on column chains.deposit_address.rail_id is 'An off-ramp has its own address: what arrives there belongs to the rail.';
create unique index one_address on chains.deposit_address (institution_id, family) where institution_id is not null;
create index on chains.deposit_address (family, index) where institution_id is null;
create index free_address on chains.deposit_address (family, index) where institution_id is null and rail_id is null;
create unique index rail_address on chains.deposit_address (rail_id) where rail_id is not null;
-- EVM addresses are the same in upper and lower case.
create index deposit_address_any_case on chains.deposit_address (family, lower(address));
grant select, insert (family, index, address), update (institution_id, assigned_at, rail_id) on chains.deposit_address to
  specie_app;

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
comment on table chains.transaction is 'Our transactions: a nonce (where the chain has nonces) and every signed form.';
comment on column chains.transaction.key is 'The key whose nonce it uses.';
comment on column chains.transaction.state is
  'assigned: it has its nonce. sent: signed, perhaps on the chain. final: succeeded. reverted: failed. over: no signed form '
  'can be included any more.';
comment on column chains.transaction.hash is 'Hash of the form that is on the chain, as far as known.';
comment on column chains.transaction.cost is 'The network fee in the smallest unit of the native coin.';
comment on column chains.transaction.sent_at is 'The last broadcast.';
create unique index one_use_of_a_nonce on chains.transaction (chain, key, nonce) where nonce is not null and state <> 'over';
create index on chains.transaction (chain, created_at) where state in ('assigned', 'sent');
grant select, insert (id, chain, key, nonce, state, created_at), update (nonce, state, hash, height, cost, sent_at,
  created_at) on chains.transaction to specie_app;

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
comment on table chains.attempt is 'Signed bytes, stored before they are sent (E1).';
grant select, insert (chain, hash, transaction_id, number, raw, terms, created_at) on chains.attempt to specie_app;

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
  max_fee numeric(38, 0) check (max_fee >= 0),
  constraint one_source check (num_nonnulls(source, source_key) <= 1)
);
comment on table chains.operation is 'Operations on a chain, requested by products.';
comment on column chains.operation.key is 'The key whose queue it waits in.';
comment on column chains.operation.purpose is
  'The product that gets the outcome: mint, redemption, withdrawal and so on.';
comment on column chains.operation.subject is 'The row of that product.';
comment on column chains.operation.source is 'Index of the deposit address that the coins leave.';
comment on column chains.operation.alone is 'Not to be bundled again: its bundle was refused.';
comment on column chains.operation.txid is 'The transaction that performed it.';
comment on column chains.operation.transaction_id is 'The last transaction that carried it.';
comment on column chains.operation.unread is 'The product has not yet processed its current state.';
comment on column chains.operation.memo is 'Text that accompanies coins where the chain supports it.';
comment on column chains.operation.address_id is 'The withdrawal address that it pays, if any.';
comment on column chains.operation.source_key is
  'Key of the wallet that the coins leave, if it is not a deposit address. Null: see `source`, or none.';
comment on column chains.operation.max_fee is
  'The highest network fee. Null: the market price, within the limits of the chain.';
create index on chains.operation (chain, key, created_at) where state = 'queued';
create index on chains.operation (transaction_id);
create index on chains.operation (purpose, updated_at) where unread;
-- Coins that may still be created and are no liability yet: the reserve must cover them before one more (L5).
create index operation_coming on chains.operation (asset)
  where kind = 'mint' and (state in ('queued', 'working') or state = 'final' and unread);
-- Amounts that leave the omnibus wallet and still count in its ledger balance.
create index operation_leaving on chains.operation (chain, asset)
  where kind in ('transfer', 'burn') and (state in ('queued', 'working') or state = 'final' and unread);
create unique index one_operation on chains.operation (purpose, subject, kind, chain)
  where state not in ('failed', 'canceled');
create index on chains.operation (address_id) where state = 'queued';
create index on chains.operation (subject);
-- Operations in the queue of a key, for its sender.
create index on chains.operation (chain, key) where state in ('queued', 'working');
create index on chains.operation (txid) where txid is not null;
grant select, insert (id, chain, key, purpose, subject, kind, asset, amount, recipient, source, request_id, alone, state,
  created_at, updated_at, memo, address_id, source_key, max_fee), update (alone, state, reason, txid, transaction_id,
  unread, updated_at) on chains.operation to specie_app;

create table chains.carried (
  operation_id uuid not null references chains.operation (id),
  transaction_id uuid not null references chains.transaction (id),
  primary key (operation_id, transaction_id)
);
comment on table chains.carried is 'All transactions that ever carried an operation: each of their hashes finds it.';
create index on chains.carried (transaction_id);
grant select, insert (operation_id, transaction_id) on chains.carried to specie_app;

create table chains.cursor (
  chain text primary key,
  cursor jsonb not null,
  latest numeric(20, 0) not null,
  final numeric(20, 0) not null,
  read_at timestamptz not null,
  problem text,
  resume_from numeric(20, 0)
);
comment on table chains.cursor is 'How far each chain has been read.';
comment on column chains.cursor.problem is 'Why it is not read any further.';
comment on column chains.cursor.resume_from is
  'The height from which two people agreed to read a broken chain again; the watcher does it.';
grant select, insert (chain, cursor, latest, final, read_at), update (cursor, latest, final, read_at, problem, resume_from)
  on chains.cursor to specie_app;

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
comment on table chains.movement is
  'What the chain reports. A row that a reorganisation dropped stays as orphaned; if it is included again, that is another '
  'row.';
comment on column chains.movement.unread is 'The deposits have not yet processed its current state.';
comment on column chains.movement.verdict is
  'The verdict on a final supply change. asked: our own operation. holder_burn: a holder destroyed own coins. break: we did not request it, so coins were lost or are unbacked; minting was halted.';
comment on column chains.movement.booked_at is 'For a holder burn: when the ledger followed.';
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
-- Supply changes since a block.
create index on chains.movement (chain, asset, height) where state = 'final' and kind in ('mint', 'burn');
grant select, insert (id, chain, txid, index, height, block, kind, asset, sender, recipient, amount, request_id, state,
  created_at, updated_at), update (state, unread, updated_at, verdict, booked_at) on chains.movement to specie_app;

create table chains.halt (
  id bigint generated always as identity primary key,
  what text not null,
  reason text not null,
  actor text not null,
  at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text
);
comment on table chains.halt is
  'What is halted, by whom and why, and who lifted it. Read in the transaction of the effect.';
comment on column chains.halt.what is 'For example mint:VCHF.';
create unique index one_halt on chains.halt (what) where lifted_at is null;
grant select, insert (what, reason, actor, at), update (lifted_at, lifted_by) on chains.halt to specie_app;

create table chains.token_account (
  address text primary key,
  owner text not null,
  mint text not null,
  unique (owner, mint)
);
comment on table chains.token_account is
  'Token accounts of our wallets on Solana. A sender may name one instead of the wallet.';
comment on column chains.token_account.owner is 'The wallet.';
grant select, insert (address, owner, mint) on chains.token_account to specie_app;

create table chains.trouble (
  chain text not null,
  part text not null check (part in ('reading', 'sending')),
  kind text not null check (kind in ('disagreement', 'unreachable')),
  what text not null,
  since timestamptz not null,
  primary key (chain, part)
);
comment on table chains.trouble is
  'Why a chain is unreliable at the moment. The row disappears with its cause. What broke permanently is in '
  'chains.cursor.problem.';
comment on column chains.trouble.what is 'For operators: names nodes.';
grant select, insert (chain, part, kind, what, since), update (kind, what, since), delete on chains.trouble to specie_app;

create table chains.supply (
  chain text not null,
  asset text not null references ledger.asset,
  on_chain numeric(38, 0) not null,
  ledger numeric(38, 0) not null,
  compared_at timestamptz not null,
  primary key (chain, asset)
);
comment on table chains.supply is
  'The supply of each coin on each chain at the last comparison with the ledger (L7), in minor units.';
grant select, insert (chain, asset, on_chain, ledger, compared_at), update (on_chain, ledger, compared_at) on chains.supply
  to specie_app;
