create schema trading;
comment on schema trading is 'Fill-or-kill trading: an order is decided over firm quotes and settled in one posting.';
grant usage on schema trading to specie_app;

create type trading.placement as (
  key uuid, nonce numeric, standing bigint,
  id uuid, institution uuid, clordid text, symbol text, version bigint, side text, qty numeric, price numeric,
  state text, amount numeric, fee numeric, fills jsonb, error text, trade uuid, at timestamptz, journal int
);
comment on type trading.placement is
  'An order of trading.place. `key`, `nonce` and `standing` as access.admit takes them; the key is null where the order was '
  'admitted before. `journal`: which journal of the batch it has, counted from 1; null where it has none.';

create type trading.desk_count as (
  symbol text, base numeric, quote numeric, most_base numeric, most_quote numeric, most_loss numeric, low numeric, high numeric
);
comment on type trading.desk_count is
  'The change of the desk''s account in a pair by the filled orders of a batch, with the limits that trading.count_desk takes.';

create table trading.pair (
  symbol text primary key check (symbol ~ '^[A-Z]+/[A-Z]+$'),
  halted text,
  book jsonb,
  book_until timestamptz,
  version bigint not null default 1,
  updated_at timestamptz not null
);
comment on table trading.pair is 'Switches of each pair.';
comment on column trading.pair.halted is 'Why the pair is halted; null: it trades.';
comment on column trading.pair.book is 'UAT: all of its liquidity, set by hand.';
comment on column trading.pair.book_until is 'Null: until it is set again.';
comment on column trading.pair.version is
  'Grows with every change. Each order names the version on which it was decided, so a change takes effect in every process '
  'from its commit on.';
grant select, insert (symbol, halted, book, book_until, updated_at), update (halted, book, book_until, version, updated_at)
  on trading.pair to specie_app;

create table trading.venue (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,31}$'),
  institution_id uuid not null unique references directory.institution (id),
  created_at timestamptz not null
);
comment on table trading.venue is 'Venues that quote, and the institution whose account holds their inventory.';
grant select, insert (name, institution_id, created_at) on trading.venue to specie_app;

create table trading.client_order (
  id uuid primary key,
  institution_id uuid not null,
  clordid text not null,
  symbol text not null,
  side text not null check (side in ('Buy', 'Sell')),
  qty numeric(38, 0) not null check (qty > 0),
  price numeric(38, 0) not null check (price > 0),
  state text not null,
  amount numeric(38, 0) not null,
  fee numeric(38, 0) not null check (fee >= 0),
  fills jsonb not null,
  error text,
  trade_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  committed xid8 not null default pg_current_xact_id(),
  constraint client_order_once unique (institution_id, clordid),
  check ((state = 'Rejected') = (error is not null)),
  check ((state = 'Filled') = (trade_id is not null)),
  check (state = 'Rejected' or amount > 0)
);
comment on table trading.client_order is
  'Orders and, for a filled one, its one trade (O1, O2). `qty` in minor units of the base; `amount` and `fee` in those of '
  'the quote; `price` in units of the pair''s last decimal.';
comment on column trading.client_order.amount is 'The price of the base in the quote; 0 if rejected.';
comment on column trading.client_order.fills is '[[venue, quoteid, qty, price, amount], …]';
comment on column trading.client_order.committed is 'Orders the event feed, as state.history.committed does.';
create index client_order_listed on trading.client_order (institution_id, created_at, id);
create index client_order_feed on trading.client_order (institution_id, committed, id);
create index client_order_open on trading.client_order (created_at) where state = 'received';
create index client_order_committed on trading.client_order (committed, id) where state <> 'received';
grant select on trading.client_order to specie_app;

create table trading.execution (
  id uuid primary key,
  order_id uuid not null references trading.client_order (id),
  institution_id uuid not null,
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
comment on table trading.execution is
  'Quotes of venues that orders take. Each is sent once under its id (E1); a missing answer is requested until it arrives. '
  'A fill for an order that was not filled belongs to the house.';
comment on column trading.execution.institution_id is 'The institution of the order.';
create index on trading.execution (order_id);
create index execution_open on trading.execution (created_at) where state in ('sent', 'filled');
-- Fills are compared with the venue's report twice a minute. Old fills are summed once.
create index on trading.execution (venue, symbol, created_at);
grant select, insert (id, order_id, institution_id, venue, quoteid, symbol, side, qty, price, amount, state, created_at,
  updated_at), update (state, reason, updated_at) on trading.execution to specie_app;

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
comment on table trading.quote is 'Firm quotes of the desk: valid until they expire, taken at most once (conversion.quote_id).';
create index quote_open on trading.quote (institution_id, symbol, expires_at);
grant select, insert (id, institution_id, symbol, side, qty, amount, fee, created_at, expires_at) on trading.quote to
  specie_app;

create table trading.conversion (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  clreqid text,
  quote_id uuid unique references trading.quote (id),
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
comment on table trading.conversion is
  'Conversions at a quote or at the current price. Final when stored. A rejected one moved nothing and has zero amounts.';
comment on column trading.conversion.quote_id is 'Null: at the current price.';
create index conversion_listed on trading.conversion (institution_id, created_at, id);
create index conversion_named on trading.conversion (institution_id, clreqid) where clreqid is not null;
grant select, insert (id, institution_id, clreqid, quote_id, symbol, side, qty, amount, fee, status, reason, created_at) on
  trading.conversion to specie_app;

create table trading.desk_flow (
  symbol text not null,
  began timestamptz not null,
  base numeric(38, 0) not null,
  quote numeric(38, 0) not null,
  primary key (symbol, began)
);
comment on table trading.desk_flow is
  'The change of the desk''s account by its fills, per pair in steps of five minutes; minor units, negative: it gave.';
grant select on trading.desk_flow to specie_app;

create table trading.quote_hold (
  quote_id uuid primary key references trading.quote (id),
  asset text not null references ledger.asset,
  amount numeric(38, 0) not null check (amount > 0),
  expires_at timestamptz not null
);
comment on table trading.quote_hold is
  'Amounts promised by open firm quotes of the desk: they are in the house''s `pending`, so no other use can take them.';
create index on trading.quote_hold (expires_at);
grant select, insert (quote_id, asset, amount, expires_at), delete on trading.quote_hold to specie_app;

create table trading.position (
  venue text not null,
  symbol text not null,
  base numeric(38, 0) not null,
  quote numeric(38, 0) not null,
  until timestamptz not null,
  primary key (venue, symbol)
);
comment on table trading.position is 'Older fills of each venue, summed.';
comment on column trading.position.until is 'Covers executions created before this time.';
grant select, insert (venue, symbol, base, quote, until), update (base, quote, until) on trading."position" to specie_app;

create table trading.price (
  symbol text not null,
  minute timestamptz not null check (minute = date_trunc('minute', minute)),
  bid numeric(38, 0) not null check (bid > 0),
  ask numeric(38, 0) not null check (ask > 0),
  primary key (symbol, minute)
);
comment on table trading.price is
  'Best prices of each pair, at most one row per minute, for charts (ADR 59). In units of the pair''s last decimal.';
grant select, insert (symbol, minute, bid, ask), delete on trading.price to specie_app;

create table trading.closed_flow (
  symbol text not null,
  began timestamptz not null,
  base numeric(38, 0) not null,
  quote numeric(38, 0) not null,
  primary key (symbol, began)
);
comment on table trading.closed_flow is
  'Closed five-minute steps of trading.desk_flow, which count against the desk''s limits. Unlike the open step they have row '
  'versions.';
grant select on trading.closed_flow to specie_app;

create table trading.order_mark (
  id bigint generated always as identity primary key,
  committed xid8 not null default pg_current_xact_id(),
  orders uuid[] not null,
  is_received boolean not null,
  session text,
  mark bytea
);
comment on table trading.order_mark is
  'One mark per batch of orders: proof that the service wrote them (base/audit/trace-key.ts). A mark per row would cost too '
  'much. Journals need none: each belongs to a row that has one.';
comment on column trading.order_mark.is_received is 'Covers orders as requested, before a venue has answered.';
comment on column trading.order_mark.session is 'The key with which the mark was made.';
comment on column trading.order_mark.mark is 'Null: written without a key.';
create index order_mark_committed on trading.order_mark (committed);
create index order_mark_received on trading.order_mark (id) where is_received;
grant select on trading.order_mark to specie_app;
