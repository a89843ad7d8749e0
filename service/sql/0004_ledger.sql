create schema ledger;
grant usage on schema ledger to specie_app;

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
  owner text not null,
  asset text not null references ledger.asset,
  side text not null,
  floored boolean not null,
  balance numeric(38, 0) not null default 0,
  version bigint not null default 0,
  shown_until timestamptz not null default '-infinity',
  unique (pool, owner, name, asset),
  foreign key (pool, name) references ledger.chart,
  constraint floor check (not floored or balance >= 0)
) with (fillfactor = 50);
create index on ledger.account (asset) where pool = 'client' and name = 'transitional';
create index account_owed_idx on ledger.account (owner, asset) where pool = 'client' and name = 'owed';
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

create table ledger.entry (
  account_id bigint not null,
  version bigint not null,
  journal_id bigint not null,
  amount numeric(38, 0) not null check (amount <> 0),
  balance numeric(38, 0) not null,
  primary key (account_id, version)
);
create index entry_journal on ledger.entry (journal_id);
grant select on ledger.entry to specie_app;
