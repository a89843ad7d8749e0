-- How far the transfers of each coin have been read, for reports.
create or replace view chains.read_coin (chain, asset, start, height, read_until) as
  select chain, asset, start, height, read_until from chains.coin_reading;
grant select on chains.read_coin to specie_app;
