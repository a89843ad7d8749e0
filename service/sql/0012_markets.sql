create schema markets;
grant usage on schema markets to specie_app;

create table markets.rate (
  symbol text primary key check (symbol ~ '^[A-Z]+/[A-Z]+$'),
  units numeric(38, 0) not null check (units > 0),
  decimals smallint not null,
  source text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  doubt text,
  doubt_since timestamptz,
  level numeric(38, 0),
  calm_since timestamptz
);
grant select, insert, update on markets.rate to specie_app;

create table markets.rate_range (
  symbol text not null,
  began timestamptz not null,
  low numeric(38, 0) not null check (low > 0),
  high numeric(38, 0) not null check (high >= low),
  pinned boolean not null default false,
  until timestamptz not null,
  primary key (symbol, began)
);
grant select, insert, update, delete on markets.rate_range to specie_app;
