-- Payment rails: fiat that arrives at a provider leaves as coins on a chain, and the other way round.

create schema rails;
grant usage on schema rails to specie_app;

create table rails.rail (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  clreqid text,
  railtype text not null,
  sender jsonb not null,  -- Party, as it was sent
  recipient jsonb,
  asset text not null,  -- as it was sent: a rejected rail may name anything
  currency text not null,
  blockchain text not null,
  destination text not null,  -- wallet address, or bank account in its one spelling
  memo text,
  address_id uuid references destinations.address (id),  -- the whitelisted wallet of an on-ramp
  funding jsonb,  -- where money is to be sent, once it is active
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
grant select, insert, update (funding, reason, state, updated_at) on rails.rail to specie_app;

-- One arrival of money. Amounts in minor units.
create table rails.payment (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  rail_id uuid not null references rails.rail (id),
  source text not null unique,  -- what arrived: `<provider>/<its number>` or `<chain>/<txid>/<index>`
  received numeric(38, 0) not null check (received > 0),
  received_currency text not null references ledger.asset,
  sent numeric(38, 0),  -- what goes out, once it is known
  sent_currency text not null references ledger.asset,
  commission numeric(38, 0) not null default 0,  -- ours, in the fiat
  spread numeric(38, 0) not null default 0,  -- the provider's, in the fiat
  payer jsonb,  -- {name, account}: who sent it, as the provider or the chain tells
  blockchain text,  -- on which coins arrived; null when fiat did
  deposit_index integer,  -- of the deposit address that they arrived at
  collected_at timestamptz,  -- when these coins were in the omnibus wallet
  reserved boolean not null default false,  -- its fiat was moved to the reserve ahead of the coins
  booked_at timestamptz,  -- when coins were issued or burned, finally, and the ledger knew
  txid text,
  bankref text,
  reason text,
  stuck text,  -- there a person must decide
  reference text unique,  -- that the provider's wire comes with
  attempt integer not null default 0,  -- of the payout
  legs jsonb not null default '[]',  -- [{leg, status, at, ref}], in the order of events
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
-- What became known of payments at a provider in a span of time: compared with its statement of each day.
create index on rails.payment (received_currency, created_at) where blockchain is null;
create index on rails.payment (received_currency, updated_at) where blockchain is null and state in ('completed', 'returned');
grant select, insert, update (sent, commission, spread, collected_at, reserved, booked_at, txid, bankref, reason, stuck,
  reference, attempt, legs, state, completed_at, updated_at)
  on rails.payment to specie_app;

-- How far we have read what the provider says has arrived.
create table rails.cursor (
  provider text primary key,
  number bigint not null
);
grant select, insert, update on rails.cursor to specie_app;

-- The provider's statements, one for each day that is over, and what each of them told of our payments: compared with our
-- books, never booked.
create table rails.statement (
  provider text not null,
  currency text not null references ledger.asset,
  day date not null,
  closing numeric(38, 0) not null,
  taken_on date not null,  -- settlement time's day when we took it in
  taken_at timestamptz not null,
  primary key (provider, currency, day)
);
-- The first statement of a provider that was taken in after something had happened.
create index on rails.statement (provider, currency, taken_at, day);
grant select, insert on rails.statement to specie_app;

create table rails.statement_entry (
  source text not null,  -- the payment's, whether we know it or not
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
