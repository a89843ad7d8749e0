-- Fill-or-kill: an order is decided over firm quotes and settled in one posting. Nothing ever rests.

create schema trading;
grant usage on schema trading to specie_app;

-- What switches a pair. `version` grows with every change and every order names the one that it was decided on, so that
-- a switch holds from the moment of its commit in every process.
create table trading.pair (
  symbol text primary key check (symbol ~ '^[A-Z]+/[A-Z]+$'),
  halted text,  -- why; null: it trades
  book jsonb,  -- UAT: the whole of its liquidity, set by hand
  book_until timestamptz,  -- null: until it is set anew
  version bigint not null default 1,
  updated_at timestamptz not null
);
grant select, insert, update on trading.pair to specie_app;

-- Who else makes prices, and in whose account its inventory lies.
create table trading.venue (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,31}$'),
  institution_id uuid not null unique references directory.institution (id),
  created_at timestamptz not null
);
grant select, insert on trading.venue to specie_app;

-- An order and, when it is filled, its one trade (O1). Amounts: `qty` in minor units of the base, `amount` and `fee` in
-- those of the quote; `price` in units of the pair's last decimal.
create table trading.client_order (
  id uuid primary key,
  institution_id uuid not null,
  clordid text not null,
  symbol text not null,
  side text not null check (side in ('Buy', 'Sell')),
  qty numeric(38, 0) not null check (qty > 0),
  price numeric(38, 0) not null check (price > 0),
  state text not null,
  amount numeric(38, 0) not null,  -- what the base cost or brought; of a rejected order 0
  fee numeric(38, 0) not null check (fee >= 0),
  fills jsonb not null,  -- [[provider, quoteid, qty, price, amount], …]
  error text,
  trade_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  committed xid8 not null default pg_current_xact_id(),  -- the feed's order: see events
  constraint client_order_once unique (institution_id, clordid),  -- O2
  check ((state = 'Rejected') = (error is not null)),
  check ((state = 'Filled') = (trade_id is not null)),
  check (state = 'Rejected' or amount > 0)
);
create index client_order_listed on trading.client_order (institution_id, created_at, id);
create index client_order_feed on trading.client_order (institution_id, committed, id);
create index client_order_open on trading.client_order (created_at) where state = 'received';
create index client_order_committed on trading.client_order (committed, id) where state <> 'received';
grant select, update (state, amount, fee, fills, error, trade_id, updated_at) on trading.client_order to specie_app;

-- A quote of a venue that an order has taken, or tried to. It is sent once under its id (E1); an answer that never came is
-- asked for until it is there, and what was filled for an order that was not is the house's.
create table trading.execution (
  id uuid primary key,
  order_id uuid not null references trading.client_order (id),
  institution_id uuid not null,  -- whose order it is
  venue text not null references trading.venue (name),
  quoteid text not null,
  symbol text not null,
  side text not null,
  qty numeric(38, 0) not null check (qty > 0),
  price numeric(38, 0) not null check (price > 0),
  amount numeric(38, 0) not null check (amount > 0),
  state text not null,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on trading.execution (order_id);
create index execution_open on trading.execution (created_at) where state in ('sent', 'filled');
-- What a venue has filled is compared with what it says, twice a minute. Fills that are long done are summed up once.
create index on trading.execution (venue, symbol, created_at);
grant select, insert, update (state, reason, updated_at) on trading.execution to specie_app;

-- The desk's own prices: firm quotes, and conversions at one of them or at the price of the moment. Amounts as in
-- trading.client_order: `qty` in minor units of the base, `amount` and `fee` in those of the quote.

-- Firm until it expires, and taken at most once: see conversion.quote_id.
create table trading.quote (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  symbol text not null,
  side text not null check (side in ('Buy', 'Sell')),
  qty numeric(38, 0) not null check (qty > 0),
  amount numeric(38, 0) not null check (amount > 0),
  fee numeric(38, 0) not null check (fee >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index quote_open on trading.quote (institution_id, symbol, expires_at);
grant select, insert on trading.quote to specie_app;

-- Final when it is stored. One that is rejected has moved nothing: its amounts are 0.
create table trading.conversion (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  clreqid text,
  quote_id uuid unique references trading.quote (id),  -- null: at the price of the moment
  symbol text not null,
  side text not null check (side in ('Buy', 'Sell')),
  qty numeric(38, 0) not null,
  amount numeric(38, 0) not null,
  fee numeric(38, 0) not null,
  status text not null check (status in ('completed', 'rejected')),
  reason text,
  created_at timestamptz not null,
  check ((status = 'rejected') = (reason is not null)),
  check (case status when 'completed' then qty > 0 and amount > 0 and fee >= 0
    else (qty, amount, fee) = (0, 0, 0) end)
);
create index conversion_listed on trading.conversion (institution_id, created_at, id);
create index conversion_named on trading.conversion (institution_id, clreqid) where clreqid is not null;
grant select, insert on trading.conversion to specie_app;

-- What the desk's fills have moved on its account, per pair in steps of five minutes; minor units, below zero: it gave.
create table trading.desk_flow (
  symbol text not null,
  began timestamptz not null,
  base numeric(38, 0) not null,
  quote numeric(38, 0) not null,
  primary key (symbol, began)
);
grant select, delete on trading.desk_flow to specie_app;

-- What the desk has promised by a firm quote that is open: it lies in the house's `pending`, and nobody else can take it.
create table trading.quote_hold (
  quote_id uuid primary key references trading.quote (id),
  asset text not null references ledger.asset,
  amount numeric(38, 0) not null check (amount > 0),
  expires_at timestamptz not null
);
create index on trading.quote_hold (expires_at);
grant select, insert, delete on trading.quote_hold to specie_app;

-- What a venue has filled so far, summed up once it is long done.
create table trading.position (
  venue text not null,
  symbol text not null,
  base numeric(38, 0) not null,
  quote numeric(38, 0) not null,
  until timestamptz not null,  -- of executions that were made before
  primary key (venue, symbol)
);
grant select, insert, update on trading.position to specie_app;
