-- Our omnibus wallet on each chain that has one. Rails and transfers collect coins there.
create or replace view chains.omnibus_wallet (chain, address) as
  select chain, address from chains.wallet where key = 'omnibus';
grant select on chains.omnibus_wallet to specie_app;
