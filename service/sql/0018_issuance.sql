create schema issuance;
comment on schema issuance is 'Mints and redemptions of coins, and the conversions that fund them.';
grant usage on schema issuance to specie_app;

create table issuance.mint (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  clreqid text,
  asset text not null check (asset in ('VCHF', 'VGBP')),
  blockchain text not null,
  quantity numeric(38, 0) not null check (quantity > 0 and quantity % 10000 = 0),
  fulfilment text not null check (fulfilment in ('issuance', 'trade')),
  destination text,
  address text not null,
  cost numeric(38, 0) not null check (cost > 0),
  charge numeric(38, 0) not null check (charge >= 0),
  funding_currency text not null references ledger.asset,
  spent numeric(38, 0) not null check (spent > 0),
  spread numeric(38, 0) not null default 0 check (spread >= 0),
  reserved boolean not null default false,
  reason text,
  asked_settlement timestamptz not null,
  booked_at timestamptz,
  settled_at timestamptz,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  address_id uuid references destinations.address (id),
  on_hold boolean not null default false,
  max_spent numeric(38, 0) check (max_spent > 0),
  second_person boolean not null default false,
  check (charge < cost),
  check ((state = 'settled') = (settled_at is not null))
);
comment on table issuance.mint is 'Mints of coins.';
comment on column issuance.mint.quantity is 'A whole number of minor units of its fiat.';
comment on column issuance.mint.destination is 'Label of the wallet; null: the balance on the platform.';
comment on column issuance.mint.address is 'The address that receives the coins on the chain.';
comment on column issuance.mint.cost is 'In the coin''s own fiat: quantity at par and the charge.';
comment on column issuance.mint.charge is 'Our fee, in the coin''s own fiat.';
comment on column issuance.mint.spent is 'In funding_currency; higher at first when it must be converted.';
comment on column issuance.mint.spread is 'The cost of the conversion, in the coin''s own fiat.';
comment on column issuance.mint.reserved is 'Its money was moved to the reserve before the coins were minted.';
comment on column issuance.mint.asked_settlement is 'Settlement time of the request.';
comment on column issuance.mint.booked_at is 'When it was final on the chain and the ledger followed.';
comment on column issuance.mint.on_hold is 'The mint is on hold. Only compliance.mark_held_item changes it.';
comment on column issuance.mint.max_spent is
  'The largest amount of the funding currency that converting may take, including network fees.';
comment on column issuance.mint.second_person is
  'Whether a second person of the institution must approve. The database sets it when the row is added.';
create index on issuance.mint (institution_id, created_at);
create index mint_due on issuance.mint (created_at)
  where state in ('requested', 'screening', 'held', 'funded', 'waiting_reserve');
create index mint_booked on issuance.mint (asked_settlement) where state = 'confirming' and booked_at is not null;
create index mint_reserved on issuance.mint (asset) where reserved and booked_at is null;
create index mint_on_hold on issuance.mint (created_at) where on_hold;
create index trade_promised on issuance.mint (blockchain, asset)
  where fulfilment = 'trade' and destination is not null
    and booked_at is null and state not in ('rejected', 'canceled', 'failed');
create index mint_clreqid on issuance.mint (clreqid) where clreqid is not null;
grant select, insert (id, institution_id, clreqid, asset, blockchain, quantity, fulfilment, destination, address, cost,
  charge, funding_currency, spent, spread, asked_settlement, state, created_at, updated_at, address_id, max_spent), update
  (spent, spread, reserved, reason, booked_at, settled_at, state, updated_at) on issuance.mint to specie_app;

create table issuance.redemption (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  clreqid text,
  asset text not null check (asset in ('VCHF', 'VGBP')),
  blockchain text not null,
  quantity numeric(38, 0) not null check (quantity > 0 and quantity % 10000 = 0),
  charge numeric(38, 0) not null check (charge >= 0),
  bank_account_id uuid references destinations.bank_account (id),
  reason text,
  asked_settlement timestamptz not null,
  booked_at timestamptz,
  paid_at timestamptz,
  settled_at timestamptz,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  on_hold boolean not null default false,
  second_person boolean not null default false,
  check ((state = 'settled') = (settled_at is not null))
);
comment on table issuance.redemption is 'Redemptions of coins.';
comment on column issuance.redemption.charge is 'Our fee, in the coin''s own fiat.';
comment on column issuance.redemption.bank_account_id is 'Null: to the balance.';
comment on column issuance.redemption.asked_settlement is 'Settlement time of the request.';
comment on column issuance.redemption.booked_at is 'When the burn was final and the ledger followed.';
comment on column issuance.redemption.paid_at is 'When the bank was asked to pay.';
comment on column issuance.redemption.on_hold is
  'The redemption is on hold. Only compliance.mark_held_item changes it.';
comment on column issuance.redemption.second_person is
  'Whether a second person of the institution must approve the payment to a bank account. The database sets it when the row '
  'is added.';
create index on issuance.redemption (institution_id, created_at);
create index redemption_due on issuance.redemption (created_at) where state in ('requested', 'screening', 'held', 'paying');
create index redemption_on_hold on issuance.redemption (created_at) where on_hold;
create index redemption_promised on issuance.redemption (blockchain, asset)
  where booked_at is null and state not in ('settled', 'rejected', 'failed');
create index redemption_waiting on issuance.redemption (created_at) where state = 'screening';
create index redemption_clreqid on issuance.redemption (clreqid) where clreqid is not null;
grant select, insert (id, institution_id, clreqid, asset, blockchain, quantity, charge, bank_account_id, asked_settlement,
  state, created_at, updated_at), update (reason, booked_at, paid_at, settled_at, state, updated_at) on issuance.redemption
  to specie_app;

create table issuance.conversion (
  id uuid primary key references issuance.mint (id),
  institution_id uuid not null references directory.institution (id),
  sell text not null references ledger.asset,
  buy text not null check (buy in ('CHF', 'GBP')),
  bought numeric(38, 0) not null check (bought > 0),
  reference text not null unique,
  expires_at timestamptz not null,
  provider text,
  held numeric(38, 0) check (held >= 0),
  sent numeric(38, 0) check (sent >= 0),
  reused numeric(38, 0) check (reused >= 0),
  delivered boolean not null default false,
  network_fee numeric(38, 0) not null default 0 check (network_fee >= 0),
  sold numeric(38, 0) check (sold > 0),
  spread numeric(38, 0) check (spread >= 0),
  reason text,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  withheld numeric(38, 0) not null default 0 check (withheld >= 0),
  payout_id uuid references banking.payout (id),
  check (sold + network_fee <= held),
  check ((state in ('filled', 'wired')) = (num_nonnulls(sold, spread) = 2)),
  constraint conversion_underway
    check (state in ('waiting_deposit', 'expired', 'canceled') or num_nonnulls(provider, held, sent, reused) = 4),
  constraint fiat_is_paid check ((payout_id is not null) = (sell in ('CHF', 'GBP') and state in ('filled', 'wired')))
);
comment on table issuance.conversion is
  'The conversion that funds a mint; its id is the mint''s. Amounts in `sell` unless said otherwise.';
comment on column issuance.conversion.bought is 'In `buy`: exactly what the mint needs.';
comment on column issuance.conversion.reference is 'The reference with which the proceeds arrive.';
comment on column issuance.conversion.expires_at is 'Settlement time until which it waits for a deposit.';
comment on column issuance.conversion.held is 'Taken from the balance at the start.';
comment on column issuance.conversion.sent is 'The part of it that went to the provider on the chain.';
comment on column issuance.conversion.reused is 'The part of it that an earlier conversion left at the provider.';
comment on column issuance.conversion.delivered is 'The sent crypto has arrived.';
comment on column issuance.conversion.network_fee is 'Paid by the address of the institution.';
comment on column issuance.conversion.spread is 'In `buy`: the provider''s share of the price.';
comment on column issuance.conversion.withheld is
  'Crypto that the sale did not need, while the mint is on hold: it waits in `pending`.';
comment on column issuance.conversion.payout_id is 'For fiat: the payout that pays the provider.';
create index on issuance.conversion (institution_id, sell);
create index conversion_open on issuance.conversion (state, created_at)
  where state in ('waiting_deposit', 'sending', 'converting', 'filled');
create index on issuance.conversion (payout_id) where payout_id is not null;
grant select, insert (id, institution_id, sell, buy, bought, reference, expires_at, state, created_at, updated_at), update
  (provider, held, sent, reused, delivered, network_fee, sold, spread, reason, state, updated_at, withheld, payout_id) on
  issuance.conversion to specie_app;

create table issuance.conversion_leg (
  id uuid primary key,
  conversion_id uuid not null references issuance.conversion (id),
  source integer not null,
  owner uuid not null references directory.institution (id),
  amount numeric(38, 0) not null check (amount > 0),
  reserved numeric(38, 0) not null check (reserved >= 0),
  fee numeric(38, 0) not null default 0 check (fee >= 0),
  outcome text check (outcome in ('delivered', 'failed')),
  unique (conversion_id, source)
);
comment on table issuance.conversion_leg is
  'Transfers of a conversion to the provider, each from the address that holds that part of the crypto.';
comment on column issuance.conversion_leg.id is
  'The subject of its operation on the chain; for the first leg the id of the conversion.';
comment on column issuance.conversion_leg.source is 'Index of the deposit address.';
comment on column issuance.conversion_leg.owner is 'The institution of that address.';
comment on column issuance.conversion_leg.reserved is 'Set aside for the network fee.';
comment on column issuance.conversion_leg.fee is 'The network fee.';
comment on column issuance.conversion_leg.outcome is 'Null: under way.';
create index leg_open on issuance.conversion_leg (owner) where outcome is null;
grant select, insert (id, conversion_id, source, owner, amount, reserved), update (fee, outcome) on issuance.conversion_leg
  to specie_app;
