-- Every final transfer of our coins, of any holder, for reports.
create or replace view chains.transferred_coin (chain, asset, txid, index, height, at, sender, recipient, amount) as
  select chain, asset, txid, index, height, at, sender, recipient, amount from chains.coin_transfer;
grant select on chains.transferred_coin to specie_app;
