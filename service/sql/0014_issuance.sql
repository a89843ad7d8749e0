-- The coins that are minted and redeemed, and what is converted to pay for them.

create schema issuance;
grant usage on schema issuance to specie_app;

create table issuance.mint (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  clreqid text,
  asset text not null check (asset in ('VCHF', 'VGBP')),
  blockchain text not null,
  quantity numeric(38, 0) not null check (quantity > 0 and quantity % 10000 = 0),  -- whole minor units of its fiat
  fulfilment text not null check (fulfilment in ('issuance', 'trade')),
  destination text,  -- label of the wallet; null: the Platform balance
  address text not null,  -- that receives the coins on the chain
  cost numeric(38, 0) not null check (cost > 0),  -- in the coin's own fiat: quantity at par and the charge
  charge numeric(38, 0) not null check (charge >= 0),  -- our fee, in it
  funding_currency text not null references ledger.asset,
  spent numeric(38, 0) not null check (spent > 0),  -- in funding_currency; more at first when it must be converted
  spread numeric(38, 0) not null default 0 check (spread >= 0),  -- what converting cost, in the coin's own fiat
  reserved boolean not null default false,  -- its money was moved to the reserve ahead of the coins
  reason text,
  asked_settlement timestamptz not null,  -- settlement time at which it was asked for
  booked_at timestamptz,  -- when the chain had it finally and the ledger followed
  settled_at timestamptz,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  address_id uuid references destinations.address (id),
  on_hold boolean not null default false,  -- here and elsewhere: only compliance.mark changes it
  max_spent numeric(38, 0),  -- the most that converting may take of the funding currency, its network fees included
  check (charge < cost),
  check ((state = 'settled') = (settled_at is not null))
);
create index on issuance.mint (institution_id, created_at);
create index mint_due on issuance.mint (created_at)
  where state in ('requested', 'screening', 'held', 'funded', 'waiting_reserve');
create index mint_booked on issuance.mint (asked_settlement) where state = 'confirming' and booked_at is not null;
create index mint_reserved on issuance.mint (asset) where reserved and booked_at is null;
create index mint_on_hold on issuance.mint (created_at) where on_hold;
create index trade_promised on issuance.mint (blockchain, asset)
  where fulfilment = 'trade' and destination is not null
    and booked_at is null and state not in ('rejected', 'canceled', 'failed');
grant select, insert, update (spent, spread, reserved, reason, booked_at, settled_at, state, updated_at)
  on issuance.mint to specie_app;

create table issuance.redemption (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  clreqid text,
  asset text not null check (asset in ('VCHF', 'VGBP')),
  blockchain text not null,
  quantity numeric(38, 0) not null check (quantity > 0 and quantity % 10000 = 0),
  charge numeric(38, 0) not null check (charge >= 0),  -- our fee, in the coin's own fiat
  bank_account_id uuid references transfers.bank_account (id),  -- null: to the balance
  reason text,
  asked_settlement timestamptz not null,
  booked_at timestamptz,  -- when the coins were finally gone and the ledger followed
  paid_at timestamptz,  -- when the bank was asked to pay
  settled_at timestamptz,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  on_hold boolean not null default false,
  check ((state = 'settled') = (settled_at is not null))
);
create index on issuance.redemption (institution_id, created_at);
create index redemption_due on issuance.redemption (created_at) where state in ('requested', 'screening', 'held', 'paying');
create index redemption_on_hold on issuance.redemption (created_at) where on_hold;
create index redemption_promised on issuance.redemption (blockchain, asset)
  where booked_at is null and state not in ('rejected', 'canceled', 'failed');
create index redemption_waiting on issuance.redemption (created_at) where state = 'screening';
grant select, insert, update (reason, booked_at, paid_at, settled_at, state, updated_at)
  on issuance.redemption to specie_app;

-- The crypto leg of a mint; its id is the mint's. Amounts in `sell` unless said otherwise.
create table issuance.conversion (
  id uuid primary key references issuance.mint (id),
  institution_id uuid not null references directory.institution (id),
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
  -- Crypto that the sale did not need, while a hold lies on the mint: it waits in `pending`.
  withheld numeric(38, 0) not null default 0 check (withheld >= 0),
  payout_id uuid references banking.payout (id),  -- of fiat: that pays the provider
  check (sold + network_fee <= held),
  check ((state in ('filled', 'wired')) = (num_nonnulls(sold, spread) = 2)),
  constraint conversion_underway
    check (state in ('waiting_deposit', 'expired', 'canceled') or num_nonnulls(provider, held, sent, reused) = 4),
  constraint fiat_is_paid check ((payout_id is not null) = (sell in ('CHF', 'GBP') and state in ('filled', 'wired')))
);
create index on issuance.conversion (institution_id, sell);
create index conversion_open on issuance.conversion (state, created_at)
  where state in ('waiting_deposit', 'sending', 'converting', 'filled');
create index on issuance.conversion (payout_id) where payout_id is not null;
grant select, insert, update (provider, held, sent, reused, delivered, network_fee, sold, spread, reason, state, updated_at,
  withheld, payout_id)
  on issuance.conversion to specie_app;

-- A transfer of a conversion to the provider: from the address where that part of the crypto lies, whoever it once came to.
create table issuance.conversion_leg (
  id uuid primary key,  -- that its operation on the chain has as its subject; of the first one the conversion's own
  conversion_id uuid not null references issuance.conversion (id),
  source integer not null,  -- index of the deposit address
  owner uuid not null references directory.institution (id),  -- of that address
  amount numeric(38, 0) not null check (amount > 0),
  reserved numeric(38, 0) not null check (reserved >= 0),  -- set aside for the network
  fee numeric(38, 0) not null default 0 check (fee >= 0),  -- what the network took
  outcome text check (outcome in ('delivered', 'failed')),  -- null: under way
  unique (conversion_id, source)
);
create index leg_open on issuance.conversion_leg (owner) where outcome is null;
grant select, insert, update (fee, outcome) on issuance.conversion_leg to specie_app;
