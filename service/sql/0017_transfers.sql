create schema transfers;
grant usage on schema transfers to specie_app;

create table transfers.withdrawal (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  clreqid text,
  asset text not null references ledger.asset,
  quantity numeric(38, 0) not null check (quantity > 0),
  bank_account_id uuid references destinations.bank_account (id),
  reason text,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  blockchain text,
  address_id uuid references destinations.address (id),
  fee numeric(38, 0) not null default 0 check (fee >= 0),
  due_at timestamptz,
  on_hold boolean not null default false,
  source integer,
  source_owner uuid references directory.institution (id),
  network_fee numeric(38, 0) not null default 0 check (network_fee >= 0),
  second_person boolean not null default false,
  closing boolean not null default false,
  constraint one_destination check (num_nonnulls(bank_account_id, address_id) = 1),
  constraint by_bank_or_by_chain check (num_nonnulls(blockchain, address_id, due_at) in (0, 3)),
  constraint from_an_address check (num_nonnulls(source, source_owner)
    = case when blockchain is null or asset in ('VCHF', 'VGBP') then 0 else 2 end)
);
create index on transfers.withdrawal (institution_id, created_at);
create index on transfers.withdrawal (created_at) where state in ('requested', 'screening', 'travel_rule', 'approved');
create index held_withdrawal on transfers.withdrawal (created_at) where state = 'held';
create index promised on transfers.withdrawal (blockchain, asset)
  where blockchain is not null and state not in ('completed', 'rejected', 'canceled', 'failed');
create index withdrawal_on_hold on transfers.withdrawal (created_at) where on_hold;
create index withdrawal_source on transfers.withdrawal (asset, source_owner)
  where source is not null and state not in ('completed', 'rejected', 'canceled', 'failed');
create index withdrawal_clreqid on transfers.withdrawal (clreqid) where clreqid is not null;
grant select, insert, update (reason, state, updated_at, network_fee) on transfers.withdrawal to specie_app;

create table transfers.deposit (
  id uuid primary key,
  institution_id uuid references directory.institution (id),
  asset text not null references ledger.asset,
  blockchain text not null,
  txid text not null,
  index integer not null,
  block text not null,
  height numeric(20, 0) not null,
  sender text,
  address text not null,
  source integer,
  quantity numeric(38, 0) not null check (quantity > 0),
  collected_at timestamptz,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  on_hold boolean not null default false,
  at_key text,
  stuck_at timestamptz,
  assigned_at timestamptz,
  assigned_by text,
  agreed_by text,
  returned_to text,
  return_fee numeric(38, 0) not null default 0 check (return_fee >= 0),
  return_cost numeric(38, 0) not null default 0 check (return_cost >= 0),
  frozen_by uuid,
  constraint one_place check (num_nonnulls(source, at_key) <= 1),
  constraint four_eyes check (num_nonnulls(assigned_at, assigned_by, agreed_by) in (0, 3)
    and lower(assigned_by) <> lower(agreed_by))
);
create unique index one_deposit on transfers.deposit (blockchain, txid, index) where state <> 'orphaned';
create index on transfers.deposit (institution_id, created_at);
create index on transfers.deposit (created_at) where state in ('confirming', 'screening', 'held');
create index below_minimum on transfers.deposit (institution_id, asset, blockchain) where state = 'below_minimum';
create index deposit_on_hold on transfers.deposit (created_at) where on_hold;
create index uncollected on transfers.deposit (blockchain, asset)
  where collected_at is null and num_nonnulls(source, at_key) = 1 and state not in ('seen', 'confirming', 'orphaned');
create index to_collect on transfers.deposit (created_at)
  where state = 'credited' and collected_at is null and stuck_at is null
    and (asset in ('VCHF', 'VGBP') or assigned_at is not null);
create index unassigned on transfers.deposit (created_at) where institution_id is null;
create index deposit_promised on transfers.deposit (blockchain, asset)
  where state in ('screening', 'below_minimum', 'held', 'returning', 'frozen');
create index deposit_stuck on transfers.deposit (created_at) where stuck_at is not null;
create index deposit_txid on transfers.deposit (txid);
create index deposit_returning on transfers.deposit (created_at) where state = 'returning';
grant select, insert, update (institution_id, block, height, collected_at, state, updated_at, stuck_at, assigned_at,
  assigned_by, agreed_by, returned_to, return_fee, return_cost, frozen_by) on transfers.deposit to specie_app;

create table transfers.statement (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  currency text not null check (currency in ('CHF', 'GBP')),
  period_from timestamptz not null,
  period_to timestamptz not null,
  sequence bigint not null check (sequence > 0),
  unique (institution_id, currency, period_from, period_to),
  unique (institution_id, currency, sequence)
);
grant select, insert on transfers.statement to specie_app;

create table transfers.unreferenced (
  payout_id uuid primary key references banking.payout (id),
  until timestamptz not null
);
grant select, insert, update (until) on transfers.unreferenced to specie_app;
