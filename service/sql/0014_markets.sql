-- What things are worth, money that others are to wire to us, and crypto that is converted to pay for a mint.

create schema markets;
grant usage on schema markets to specie_app;

-- Reference rates: exactly units * 10^-decimals of the quote for one whole base.
create table markets.rate (
  symbol text primary key check (symbol ~ '^[A-Z]+/[A-Z]+$'),
  units numeric(38, 0) not null check (units > 0),
  decimals smallint not null,
  source text not null,
  at timestamptz not null,  -- when its source made it
  received_at timestamptz not null
);
grant select, insert, update on markets.rate to specie_app;

-- A wire that we wait for: it pays a debt of a provider and is nobody's deposit. It arrives once.
create table banking.expected (
  reference text primary key,
  currency text not null check (currency in ('CHF', 'GBP')),
  amount numeric(38, 0) not null check (amount > 0),
  kind text not null check (kind in ('conversion')),
  subject uuid not null,
  provider text not null,  -- who owes it
  owed boolean not null default false,  -- it has sold; before that nothing is booked
  entry_id bigint unique references banking.entry (id),  -- that brought it
  created_at timestamptz not null
);
create index on banking.expected (subject);
grant select, insert, update (owed, entry_id) on banking.expected to specie_app;

-- The crypto leg of a mint; its id is the mint's. Amounts in `sell` unless said otherwise.
create table issuance.conversion (
  id uuid primary key references issuance.mint (id),
  institution_id uuid not null references institutions.institution (id),
  sell text not null references ledger.asset,
  buy text not null check (buy in ('CHF', 'GBP')),
  bought numeric(38, 0) not null check (bought > 0),  -- in `buy`: exactly what the mint needs
  reference text not null unique,  -- that the proceeds come with
  expires_at timestamptz not null,  -- settlement time until which it waits for a deposit
  provider text,
  held numeric(38, 0),  -- taken from the balance when it set out
  sent numeric(38, 0),  -- of it, on the chain to the provider
  reused numeric(38, 0),  -- of it, with the provider since an earlier conversion
  delivered boolean not null default false,  -- what was sent is there
  network_fee numeric(38, 0) not null default 0,  -- that the institution's address paid
  sold numeric(38, 0),
  spread numeric(38, 0),  -- in `buy`: what of the price was the provider's own
  reason text,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (sold + network_fee <= held),
  check (state in ('waiting_deposit', 'expired') or num_nonnulls(provider, held, sent, reused) = 4),
  check ((state in ('filled', 'wired')) = (num_nonnulls(sold, spread) = 2))
);
create index on issuance.conversion (institution_id, sell);
create index conversion_open on issuance.conversion (state, created_at) where state in ('waiting_deposit', 'sending', 'converting', 'filled');
create trigger moves before insert or update on issuance.conversion
  for each row execute function state.enforce('conversion');
grant select, insert, update (state, updated_at, provider, held, sent, reused, delivered, network_fee, sold, spread, reason)
  on issuance.conversion to specie_app;
