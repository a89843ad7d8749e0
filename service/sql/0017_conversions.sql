-- The desk's own prices: firm quotes, and conversions at one of them or at the price of the moment. Amounts as in
-- trading.client_order: `qty` in minor units of the base, `amount` and `fee` in those of the quote.

-- Firm until it expires, and taken at most once: see conversion.quote_id.
create table trading.quote (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
  symbol text not null,
  side text not null check (side in ('Buy', 'Sell')),
  qty numeric(38, 0) not null check (qty > 0),
  amount numeric(38, 0) not null check (amount > 0),
  fee numeric(38, 0) not null check (fee >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create trigger append_only before update or delete or truncate on trading.quote
  for each statement execute function base.append_only();
grant select, insert on trading.quote to specie_app;

-- Final when it is stored. One that is rejected has moved nothing: its amounts are 0.
create table trading.conversion (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
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
create trigger append_only before update or delete or truncate on trading.conversion
  for each statement execute function base.append_only();
grant select, insert on trading.conversion to specie_app;
