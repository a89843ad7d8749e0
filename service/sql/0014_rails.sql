create schema rails;
comment on schema rails is 'Payment rails: fiat that arrives at a provider leaves as coins on a chain, and the reverse.';
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
comment on table rails.rail is 'The rails that institutions have set up.';
comment on column rails.rail.sender is 'The party as the request named it.';
comment on column rails.rail.asset is 'As the request named it: a rejected rail may name anything.';
comment on column rails.rail.destination is 'A wallet address, or a bank account in its canonical spelling.';
comment on column rails.rail.address_id is 'The withdrawal address of an on-ramp.';
comment on column rails.rail.funding is 'Where to send money once the rail is active.';
create index on rails.rail (institution_id, created_at, id);
create index rail_open on rails.rail (created_at) where state in ('pending', 'held');
create unique index rail_reference on rails.rail ((funding ->> 'reference')) where funding ->> 'reference' is not null;
create index rail_on_hold on rails.rail (created_at) where on_hold;
create index rail_clreqid on rails.rail (clreqid) where clreqid is not null;
create index rail_suspended on rails.rail (updated_at) where state = 'suspended';
grant select, insert (id, institution_id, clreqid, railtype, sender, recipient, asset, currency, blockchain, destination,
  memo, address_id, reason, state, created_at, updated_at), update (funding, reason, state, updated_at) on rails.rail to
  specie_app;

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
comment on table rails.payment is 'One arrival of money over a rail. Amounts in minor units.';
comment on column rails.payment.source is 'The arrival: `<provider>/<number>` or `<chain>/<txid>/<index>`.';
comment on column rails.payment.sent is 'The amount that leaves, once known.';
comment on column rails.payment.commission is 'Our commission, in the fiat currency.';
comment on column rails.payment.spread is 'The provider''s share, in the fiat currency.';
comment on column rails.payment.payer is 'The sender as the provider or the chain reports it: {name, account}.';
comment on column rails.payment.blockchain is 'The chain on which coins arrived; null for fiat.';
comment on column rails.payment.deposit_index is 'Index of the deposit address at which coins arrived.';
comment on column rails.payment.collected_at is 'When the coins reached the omnibus wallet.';
comment on column rails.payment.reserved is 'Its fiat was moved to the reserve before the coins were minted.';
comment on column rails.payment.booked_at is
  'When the chain had issued or burned the coins with finality and the ledger followed.';
comment on column rails.payment.stuck is 'Why a person must decide.';
comment on column rails.payment.reference is 'The reference of the provider''s wire.';
comment on column rails.payment.attempt is 'The number of payout attempts.';
comment on column rails.payment.legs is '[{leg, status, at, ref}] in the order of events.';
create index on rails.payment (institution_id, created_at, id);
create index on rails.payment (rail_id, created_at);
create index payment_open on rails.payment (state, created_at) where state not in ('completed', 'returned');
create index payment_on_hold on rails.payment (created_at) where on_hold;
create index payment_promised on rails.payment (blockchain, received_currency)
  where blockchain is not null and booked_at is null and state <> 'returned';
create index payment_reserved on rails.payment (sent_currency) where reserved and booked_at is null;
-- Payments that a provider reported in a period: compared with its daily statement.
create index on rails.payment (received_currency, created_at) where blockchain is null;
create index on rails.payment (received_currency, updated_at) where blockchain is null and state in ('completed', 'returned', 'credited');
create index payment_newest on rails.payment (created_at, id);
create index payment_stuck on rails.payment (updated_at) where stuck is not null;
grant select, insert (id, institution_id, rail_id, source, received, received_currency, sent_currency, payer, blockchain,
  deposit_index, legs, state, created_at, updated_at), update (sent, commission, spread, collected_at, reserved, booked_at,
  txid, bankref, reason, stuck, reference, attempt, legs, state, completed_at, updated_at) on rails.payment to specie_app;

create table rails.cursor (
  provider text primary key,
  number bigint not null
);
comment on table rails.cursor is 'How far the arrivals of each provider have been read.';
grant select, insert (provider, number), update (number) on rails.cursor to specie_app;

create table rails.statement (
  provider text not null,
  currency text not null references ledger.asset,
  day date not null,
  closing numeric(38, 0) not null,
  taken_on date not null,
  taken_at timestamptz not null,
  primary key (provider, currency, day)
);
comment on table rails.statement is 'The daily statements of a provider. They are compared with our books and never booked.';
comment on column rails.statement.taken_on is 'The settlement day on which we imported it.';
-- The first statement of a provider that was imported after an event.
create index on rails.statement (provider, currency, taken_at, day);
create index statement_taken_at on rails.statement (taken_at);
grant select, insert (provider, currency, day, closing, taken_on, taken_at) on rails.statement to specie_app;

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
comment on table rails.statement_entry is 'The lines of these statements.';
comment on column rails.statement_entry.source is 'The source of the payment, whether we know it or not.';
grant select, insert (source, kind, bankref, amount, provider, currency, day) on rails.statement_entry to specie_app;
