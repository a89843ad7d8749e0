-- Coins and crypto that come in and go out by the chains.

-- What arrived at an address of ours. Mined again in another block it is the same deposit; dropped by the chain it is
-- orphaned for good, and what comes back is another one.
create table transfers.deposit (
  id uuid primary key,
  institution_id uuid references institutions.institution (id),  -- null: nobody knows whose it is
  asset text not null references ledger.asset,
  blockchain text not null,
  txid text not null,
  index integer not null,  -- place within the transaction
  block text not null,
  height numeric(20, 0) not null,
  sender text,
  address text not null,
  source integer,  -- index of the deposit address; null: it came to the omnibus wallet itself
  quantity numeric(38, 0) not null check (quantity > 0),
  collected_at timestamptz,  -- when its coins were in the omnibus wallet
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_deposit on transfers.deposit (blockchain, txid, index) where state <> 'orphaned';
create index on transfers.deposit (institution_id, created_at);
create index on transfers.deposit (created_at) where state in ('confirming', 'screening', 'held');
create index below_minimum on transfers.deposit (institution_id, asset, blockchain) where state = 'below_minimum';
create index uncollected on transfers.deposit (blockchain, asset)
  where collected_at is null and source is not null and state not in ('seen', 'confirming', 'orphaned');
create trigger moves before insert or update on transfers.deposit
  for each row execute function state.enforce('deposit');
grant select, insert, update (state, updated_at, block, height, collected_at) on transfers.deposit to specie_app;

alter table transfers.withdrawal
  drop constraint withdrawal_asset_check,
  alter column bank_account_id drop not null,
  add foreign key (asset) references ledger.asset,
  add column blockchain text,
  add column address_id uuid references institutions.address (id),
  add column fee numeric(38, 0) not null default 0 check (fee >= 0),  -- in the asset, beside the quantity
  add column due_at timestamptz,  -- settlement time before which it does not leave; null: at once
  add constraint one_destination check (num_nonnulls(bank_account_id, address_id) = 1),
  add constraint by_bank_or_by_chain check (num_nonnulls(blockchain, address_id, due_at) in (0, 3));
create index held_withdrawal on transfers.withdrawal (created_at) where state = 'held';
create index promised on transfers.withdrawal (blockchain, asset)
  where blockchain is not null and state not in ('completed', 'rejected', 'canceled', 'failed');

-- What is leaving the omnibus wallet and still stands in the ledger's balance of it.
create index operation_leaving on chains.operation (chain, asset)
  where kind in ('transfer', 'burn') and (state in ('queued', 'working') or state = 'final' and unread);
