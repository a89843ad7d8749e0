create schema rails;
grant usage on schema rails to specie_app;

create table rails.rail (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  clreqid text,
  railtype text not null,
  sender jsonb not null,
  recipient jsonb,
  asset text not null,
  currency text not null,
  blockchain text not null,
  destination text not null,
  memo text,
  address_id uuid references destinations.address (id),
  funding jsonb,
  reason text,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  on_hold boolean not null default false
);
create index on rails.rail (institution_id, created_at, id);
create index rail_open on rails.rail (created_at) where state in ('pending', 'held');
create unique index rail_reference on rails.rail ((funding ->> 'reference')) where funding ->> 'reference' is not null;
create index rail_on_hold on rails.rail (created_at) where on_hold;
create index rail_clreqid on rails.rail (clreqid) where clreqid is not null;
create index rail_suspended on rails.rail (updated_at) where state = 'suspended';
grant select, insert, update (funding, reason, state, updated_at) on rails.rail to specie_app;

create table rails.payment (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  rail_id uuid not null references rails.rail (id),
  source text not null unique,
  received numeric(38, 0) not null check (received > 0),
  received_currency text not null references ledger.asset,
  sent numeric(38, 0) check (sent >= 0),
  sent_currency text not null references ledger.asset,
  commission numeric(38, 0) not null default 0 check (commission >= 0),
  spread numeric(38, 0) not null default 0 check (spread >= 0),
  payer jsonb,
  blockchain text,
  deposit_index integer,
  collected_at timestamptz,
  reserved boolean not null default false,
  booked_at timestamptz,
  txid text,
  bankref text,
  reason text,
  stuck text,
  reference text unique,
  attempt integer not null default 0,
  legs jsonb not null default '[]',
  state text not null,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  on_hold boolean not null default false
);
create index on rails.payment (institution_id, created_at, id);
create index on rails.payment (rail_id, created_at);
create index payment_open on rails.payment (state, created_at) where state not in ('completed', 'returned');
create index payment_on_hold on rails.payment (created_at) where on_hold;
create index payment_promised on rails.payment (blockchain, received_currency)
  where blockchain is not null and booked_at is null and state <> 'returned';
create index payment_reserved on rails.payment (sent_currency) where reserved and booked_at is null;
create index on rails.payment (received_currency, created_at) where blockchain is null;
create index on rails.payment (received_currency, updated_at) where blockchain is null and state in ('completed', 'returned');
create index payment_newest on rails.payment (created_at, id);
create index payment_stuck on rails.payment (updated_at) where stuck is not null;
grant select, insert, update (sent, commission, spread, collected_at, reserved, booked_at, txid, bankref, reason, stuck,
  reference, attempt, legs, state, completed_at, updated_at) on rails.payment to specie_app;

create table rails.cursor (
  provider text primary key,
  number bigint not null
);
grant select, insert, update on rails.cursor to specie_app;

create table rails.statement (
  provider text not null,
  currency text not null references ledger.asset,
  day date not null,
  closing numeric(38, 0) not null,
  taken_on date not null,
  taken_at timestamptz not null,
  primary key (provider, currency, day)
);
create index on rails.statement (provider, currency, taken_at, day);
create index statement_taken_at on rails.statement (taken_at);
grant select, insert on rails.statement to specie_app;

create table rails.statement_entry (
  source text not null,
  kind text not null,
  bankref text not null,
  amount numeric(38, 0) not null,
  provider text not null,
  currency text not null,
  day date not null,
  primary key (source, kind),
  foreign key (provider, currency, day) references rails.statement
);
grant select, insert on rails.statement_entry to specie_app;
