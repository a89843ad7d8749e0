-- What comes in by the chains, and what institutions ask to be paid out, and where to.

create schema transfers;
grant usage on schema transfers to specie_app;

-- A bank account that an institution may withdraw to. Its identifier was checked when it was registered.
create table transfers.bank_account (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  label text not null check (length(label) between 1 and 64),
  currency text not null check (currency in ('CHF', 'GBP')),
  identifier text not null,  -- IBAN without spaces, or sort code/account
  name text not null check (length(name) between 1 and 140),  -- its holder
  -- Confirmation of Payee; null where the currency has none.
  confirmation text check (confirmation in ('match', 'close_match', 'no_match', 'unavailable')),
  confirmed_name text,  -- as the bank spells it, where it tells
  accepted boolean not null,  -- may be paid: the payee is confirmed, or somebody took the answer upon himself
  disabled_at timestamptz,
  created_at timestamptz not null,
  unique (institution_id, label),
  constraint plain_label check (
    label !~ '^[0-9]{6}[ /-]?[0-9]{8}$' and label !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
);
grant select, insert, update (disabled_at) on transfers.bank_account to specie_app;

create table transfers.withdrawal (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  clreqid text,
  asset text not null references ledger.asset,
  quantity numeric(38, 0) not null check (quantity > 0),
  bank_account_id uuid references transfers.bank_account (id),
  reason text,  -- why it failed, as the bank has it
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  blockchain text,
  address_id uuid references destinations.address (id),
  fee numeric(38, 0) not null default 0 check (fee >= 0),  -- in the asset, beside the quantity
  due_at timestamptz,  -- settlement time before which it does not leave; null: at once
  on_hold boolean not null default false,
  -- Whose deposit address pays a withdrawal of crypto, chosen when it is asked for: it stays set aside there until the
  -- withdrawal has ended. Coins lie in the omnibus wallet and have none.
  source integer,  -- index of the deposit address
  source_owner uuid references directory.institution (id),
  network_fee numeric(38, 0) not null default 0 check (network_fee >= 0),  -- that the network took from there
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
grant select, insert, update (reason, state, updated_at, network_fee) on transfers.withdrawal to specie_app;

-- What arrived at an address of ours. Mined again in another block it is the same deposit; dropped by the chain it is
-- orphaned for good, and what comes back is another one.
create table transfers.deposit (
  id uuid primary key,
  institution_id uuid references directory.institution (id),  -- null: nobody knows whose it is
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
  updated_at timestamptz not null,
  on_hold boolean not null default false,
  at_key text,  -- key of the wallet it came to, if that is neither a deposit address nor the omnibus wallet
  stuck_at timestamptz,  -- since when its coins cannot be collected: a person must look
  assigned_at timestamptz,  -- when people decided whose it is
  assigned_by text,
  agreed_by text,
  constraint one_place check (num_nonnulls(source, at_key) <= 1),
  -- Whoever assigns a deposit, somebody else has agreed (S1).
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
grant select, insert, update (institution_id, block, height, collected_at, state, updated_at, stuck_at, assigned_at,
  assigned_by, agreed_by)
  on transfers.deposit to specie_app;

-- Each camt.053 that was given out, numbered per institution and currency. The same period has the same id and number for
-- ever, and what it has said of a payout stays as it was (ADR 0033).
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

-- Statements that end at `until` or before were shown, or might have been, without the bank's reference of this payout:
-- the bank had not told it yet. Those that end later have it.
create table transfers.unreferenced (
  payout_id uuid primary key references banking.payout (id),
  until timestamptz not null
);
grant select, insert, update (until) on transfers.unreferenced to specie_app;
