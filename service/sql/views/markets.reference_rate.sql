-- The last accepted price of each pair. A part of compliance.reference_rate.
create or replace view markets.reference_rate (symbol, units, decimals) as
  select symbol, units, decimals from markets.rate;
