create schema markets;
comment on schema markets is 'Reference rates.';
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
comment on table markets.rate is
  'The last rate that passed the plausibility checks: exactly units * 10^-decimals of the quote for one unit of the base. '
  'While `doubt` is set, no decision uses it.';
comment on column markets.rate.at is 'The source''s time of the rate.';
comment on column markets.rate.doubt is 'Why the current rate of the source is not accepted; null if it is.';
comment on column markets.rate.level is 'The doubted rate, in units of 10^-18.';
comment on column markets.rate.calm_since is 'Since when the doubted rate has stayed near `level` without further problems.';
grant select, insert (symbol, units, decimals, source, at, received_at, doubt, doubt_since, level, calm_since), update
  (units, decimals, source, at, received_at, doubt, doubt_since, level, calm_since) on markets.rate to specie_app;

create table markets.rate_range (
  symbol text not null,
  began timestamptz not null,
  low numeric(38, 0) not null check (low > 0),
  high numeric(38, 0) not null check (high >= low),
  pinned boolean not null default false,
  until timestamptz not null,
  primary key (symbol, began)
);
comment on table markets.rate_range is
  'The range of accepted rates over time, kept as long as fills are valued by it. In units of 10^-18.';
comment on column markets.rate_range.pinned is 'The rate has left this range by a jump.';
grant select, insert (symbol, began, low, high, until), update (low, high, pinned, until), delete on markets.rate_range to
  specie_app;
