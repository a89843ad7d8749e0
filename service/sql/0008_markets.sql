-- What things are worth.

create schema markets;
grant usage on schema markets to specie_app;

-- Reference rates: exactly units * 10^-decimals of the quote for one whole base. A rate keeps the last value that was
-- believed. While `doubt` is set nothing is decided by it.
create table markets.rate (
  symbol text primary key check (symbol ~ '^[A-Z]+/[A-Z]+$'),
  units numeric(38, 0) not null check (units > 0),
  decimals smallint not null,
  source text not null,
  at timestamptz not null,  -- when its source made it
  received_at timestamptz not null,
  doubt text,  -- why what is told now is not believed; null: it is
  doubt_since timestamptz,
  level numeric(38, 0),  -- what was told in doubt, in units of 10^-18
  calm_since timestamptz  -- since when it has stayed around `level` without any other trouble
);
grant select, insert, update on markets.rate to specie_app;

-- Between which values a rate was believed, for as long as fills are valued by it. Units of 10^-18.
create table markets.rate_range (
  symbol text not null,
  began timestamptz not null,
  low numeric(38, 0) not null check (low > 0),
  high numeric(38, 0) not null check (high >= low),
  pinned boolean not null default false,  -- the rate has left this level by a jump
  until timestamptz not null,
  primary key (symbol, began)
);
grant select, insert, update, delete on markets.rate_range to specie_app;
