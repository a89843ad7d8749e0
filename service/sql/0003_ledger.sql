-- Money as double entry. Everything that moves a balance goes through ledger.post; the service may read these tables
-- and call functions, and nothing else. L1 to L3 are the invariants that these tables and ledger.post enforce.

create schema ledger;
grant usage on schema ledger to specie_app;

-- The chart of accounts and the assets are defined in TypeScript and copied here by syncChart() at every migration.
create table ledger.asset (
  code text primary key,
  decimals smallint not null check (decimals between 0 and 18)
);
grant select on ledger.asset to specie_app;

create table ledger.chart (
  pool text not null,
  name text not null,
  side text not null check (side in ('debit', 'credit')),
  floored boolean not null,
  owner text not null,
  primary key (pool, name)
);
grant select on ledger.chart to specie_app;

create table ledger.account (
  id bigint generated always as identity primary key,
  pool text not null,
  name text not null,
  owner text not null,  -- '' where the chart says none
  asset text not null references ledger.asset,
  side text not null,
  floored boolean not null,
  balance numeric(38, 0) not null default 0,  -- in the account's own direction
  version bigint not null default 0,
  -- Up to when statements of this account were shown: no later journal is dated before it (ledger.close_period).
  shown_until timestamptz not null default '-infinity',
  unique (pool, owner, name, asset),
  foreign key (pool, name) references ledger.chart,
  constraint floor check (not floored or balance >= 0)  -- L3
) with (fillfactor = 50);  -- room for HOT updates: a balance changes with every batch and is in no index
-- Whose addresses have crypto. Not by balance: that would take every posting its cheap update.
create index on ledger.account (asset) where pool = 'client' and name = 'transitional';
grant select on ledger.account to specie_app;

create table ledger.journal (
  id bigint generated always as identity primary key,
  key text not null,
  kind text not null,
  at timestamptz not null,
  reverses bigint references ledger.journal,
  meta jsonb,
  constraint journal_key unique (key)
);
create unique index journal_reverses on ledger.journal (reverses) where reverses is not null;
grant select on ledger.journal to specie_app;

-- No foreign keys from entry: only ledger.post writes here, with ids of rows that it has just locked or inserted, and
-- the two checks per line were measured to take a journal from 145 to 240 µs of CPU. `specie check` looks for strays.
create table ledger.entry (
  account_id bigint not null,
  version bigint not null,
  journal_id bigint not null,
  amount numeric(38, 0) not null check (amount <> 0),  -- a debit is positive
  balance numeric(38, 0) not null,  -- of the account after this entry, in the account's own direction
  primary key (account_id, version)  -- L2
);
create index entry_journal on ledger.entry (journal_id);
grant select on ledger.entry to specie_app;
