-- The best prices of each pair, at most one row a minute, for charts (ADR 59). In units of the pair's last decimal.
create table trading.price (
  symbol text not null,
  minute timestamptz not null check (minute = date_trunc('minute', minute)),
  bid numeric(38, 0) not null check (bid > 0),
  ask numeric(38, 0) not null check (ask > 0),
  primary key (symbol, minute)
);
grant select, insert, delete on trading.price to specie_app;

-- The supply of each coin on each chain when it was last compared with the ledger (L7), in minor units.
create table chains.supply (
  chain text not null,
  asset text not null references ledger.asset,
  on_chain numeric(38, 0) not null,
  ledger numeric(38, 0) not null,
  compared_at timestamptz not null,
  primary key (chain, asset)
);
grant select, insert, update on chains.supply to specie_app;
