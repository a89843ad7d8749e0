-- Payment rails: fiat that arrives at a provider leaves as coins on a chain, and the other way round.

create schema rails;
grant usage on schema rails to specie_app;

create table rails.rail (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
  clreqid text,
  railtype text not null check (railtype in ('FiatToStablecoin', 'StablecoinToFiat')),
  sender jsonb not null,  -- Party, as it was sent
  recipient jsonb,
  asset text not null,  -- as it was sent: a rejected rail may name anything
  currency text not null,
  blockchain text not null,
  destination text not null,  -- wallet address, or bank account in its one spelling
  memo text,
  address_id uuid references institutions.address (id),  -- the whitelisted wallet of an on-ramp
  funding jsonb,  -- where money is to be sent, once it is active
  reason text,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on rails.rail (institution_id, created_at, id);
create index rail_open on rails.rail (created_at) where state in ('pending', 'held');
create unique index rail_reference on rails.rail ((funding ->> 'reference')) where funding ->> 'reference' is not null;
create trigger moves before insert or update on rails.rail for each row execute function state.enforce('payment_rail');
grant select, insert, update (state, updated_at, funding, reason) on rails.rail to specie_app;

-- The deposit address of an off-ramp: its own, so that what arrives there is known to be the rail's. An address that a rail
-- has is no institution's.
alter table chains.deposit_address add column rail_id uuid references rails.rail (id),
  add constraint one_owner check (num_nonnulls(institution_id, rail_id) <= 1);
create index free_address on chains.deposit_address (family, index) where institution_id is null and rail_id is null;
create unique index rail_address on chains.deposit_address (rail_id) where rail_id is not null;
grant update (rail_id) on chains.deposit_address to specie_app;

-- Words that go along with coins, where the chain has a place for them.
alter table chains.operation add column memo text;

-- What a chain has refused for good may be asked of it once more.
alter table chains.operation drop constraint operation_purpose_subject_kind_chain_key;
create unique index one_operation on chains.operation (purpose, subject, kind, chain)
  where state not in ('failed', 'canceled');

-- One arrival of money. Amounts in minor units.
create table rails.payment (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
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
  stuck text check (stuck in ('conversion', 'mint', 'collection', 'burn', 'payout', 'return')),  -- there a person must decide
  reference text unique,  -- that the provider's wire comes with
  attempt integer not null default 0,  -- of the payout
  legs jsonb not null default '[]',  -- [{leg, status, at, ref}], in the order of events
  state text not null,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on rails.payment (institution_id, created_at, id);
create index on rails.payment (rail_id, created_at);
create index payment_open on rails.payment (state, created_at) where state not in ('completed', 'returned');
create trigger moves before insert or update on rails.payment for each row execute function state.enforce('payment');
grant select, insert, update (state, updated_at, sent, commission, spread, collected_at, reserved, booked_at, txid, bankref,
  reason, stuck, reference, attempt, legs, completed_at) on rails.payment to specie_app;

-- How far we have read what the provider says has arrived.
create table rails.cursor (
  provider text primary key,
  number bigint not null
);
grant select, insert, update on rails.cursor to specie_app;

-- Who may be held, and told by bank and expected wires.
alter table compliance.hold drop constraint hold_subject_kind_check,
  add constraint hold_subject_kind_check
    check (subject_kind in ('mint', 'redemption', 'withdrawal', 'deposit', 'rail', 'payment'));
alter table banking.expected drop constraint expected_kind_check;
alter table banking.expected add constraint expected_kind_check check (kind in ('conversion', 'rail'));
alter table banking.payout drop constraint payout_kind_check,
  add constraint payout_kind_check check (kind in ('withdrawal', 'return', 'sweep', 'redemption', 'rail'));
alter table banking.bank_case drop constraint bank_case_kind_check;
alter table banking.bank_case add constraint bank_case_kind_check check (kind in ('sequence_gap', 'duplicate_sequence',
  'balance_break', 'entry_differs', 'unmatched_entry', 'missing_in_notification', 'missing_in_statement', 'recall',
  'return_failed', 'unreadable_file', 'venue_position', 'provider_statement', 'rail_payout'));

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
grant select, insert on rails.statement to specie_app;

create table rails.statement_entry (
  source text not null,  -- the payment's, whether we know it or not
  kind text not null check (kind in ('arrival', 'settlement', 'spread', 'return')),
  bankref text not null,
  amount numeric(38, 0) not null,
  provider text not null,
  currency text not null,
  day date not null,
  primary key (source, kind),
  foreign key (provider, currency, day) references rails.statement
);
grant select, insert on rails.statement_entry to specie_app;

-- Parties that are not served, or only after people have looked at them. Empty in production until lists are loaded.
create table compliance.listed (
  name text not null,
  list text not null,
  effect text not null check (effect in ('refuse', 'review')),
  primary key (name, list)
);
grant select, insert on compliance.listed to specie_app;
