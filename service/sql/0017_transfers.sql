create schema transfers;
comment on schema transfers is 'Deposits over chains, and withdrawals of institutions.';
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
comment on table transfers.withdrawal is 'Withdrawals of fiat, coins and crypto.';
comment on column transfers.withdrawal.reason is 'Why it failed, as the bank reports it.';
comment on column transfers.withdrawal.fee is 'In the asset, in addition to the quantity.';
comment on column transfers.withdrawal.due_at is 'Settlement time before which it does not leave; null: at once.';
comment on column transfers.withdrawal.on_hold is
  'The withdrawal is on hold. Only compliance.mark_held_item changes it.';
comment on column transfers.withdrawal.source is
  'Index of the deposit address that pays a withdrawal of crypto. It is chosen at the request and set aside until the withdrawal ends. Null for coins, which the omnibus wallet sends.';
comment on column transfers.withdrawal.source_owner is 'The institution of that deposit address.';
comment on column transfers.withdrawal.network_fee is 'The network fee that address paid.';
comment on column transfers.withdrawal.second_person is
  'Whether a second person of the institution must approve. The database sets it when the row is added.';
comment on column transfers.withdrawal.closing is
  'Pays out the balance of an offboarded institution: the only withdrawal that still leaves for it.';
create index on transfers.withdrawal (institution_id, created_at);
create index on transfers.withdrawal (created_at) where state in ('requested', 'screening', 'travel_rule', 'approved');
create index held_withdrawal on transfers.withdrawal (created_at) where state = 'held';
create index promised on transfers.withdrawal (blockchain, asset)
  where blockchain is not null and state not in ('completed', 'rejected', 'canceled', 'failed');
create index withdrawal_on_hold on transfers.withdrawal (created_at) where on_hold;
create index withdrawal_source on transfers.withdrawal (asset, source_owner)
  where source is not null and state not in ('completed', 'rejected', 'canceled', 'failed');
create index withdrawal_clreqid on transfers.withdrawal (clreqid) where clreqid is not null;
grant select, insert (id, institution_id, clreqid, asset, quantity, bank_account_id, state, created_at, updated_at,
  blockchain, address_id, fee, due_at, source, source_owner), update (reason, state, updated_at, network_fee) on
  transfers.withdrawal to specie_app;

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
comment on table transfers.deposit is
  'Deposits at our addresses. A transaction included again in another block is the same deposit; one dropped by the chain is orphaned for good, and a later one is another deposit.';
comment on column transfers.deposit.institution_id is 'Null: the owner is unknown.';
comment on column transfers.deposit.index is 'Position within the transaction.';
comment on column transfers.deposit.source is 'Index of the deposit address; null: it came to the omnibus wallet.';
comment on column transfers.deposit.collected_at is 'When its coins were in the omnibus wallet.';
comment on column transfers.deposit.on_hold is 'The deposit is on hold. Only compliance.mark_held_item changes it.';
comment on column transfers.deposit.at_key is
  'Key of the wallet that received it, if that is neither a deposit address nor the omnibus wallet.';
comment on column transfers.deposit.stuck_at is 'Since when its coins cannot be collected: a person must look.';
comment on column transfers.deposit.assigned_at is 'When people assigned it to an institution.';
comment on column transfers.deposit.returned_to is 'The address to which it went back.';
comment on column transfers.deposit.return_fee is 'What the return costs its sender.';
comment on column transfers.deposit.return_cost is 'The network fee that the address paid for the return.';
comment on column transfers.deposit.frozen_by is 'The hold that froze it.';
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
grant select, insert (id, institution_id, asset, blockchain, txid, index, block, height, sender, address, source, quantity,
  state, created_at, updated_at, at_key), update (institution_id, block, height, collected_at, state, updated_at, stuck_at,
  assigned_at, assigned_by, agreed_by, returned_to, return_fee, return_cost, frozen_by) on transfers.deposit to specie_app;

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
comment on table transfers.statement is
  'Every camt.053 that was issued, numbered per institution and currency. A period keeps its id and number forever, and '
  'what it said of a payout stays (ADR 33).';
grant select, insert (id, institution_id, currency, period_from, period_to, sequence) on transfers.statement to specie_app;

create table transfers.unreferenced (
  payout_id uuid primary key references banking.payout (id),
  until timestamptz not null
);
comment on table transfers.unreferenced is 'Payouts whose bank reference was unknown when statements were issued.';
comment on column transfers.unreferenced.until is
  'Statements that end at this time or earlier were issued, or may have been, without the bank''s reference of the payout. '
  'Later ones have it.';
grant select, insert (payout_id, until), update (until) on transfers.unreferenced to specie_app;
