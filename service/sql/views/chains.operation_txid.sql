-- The transaction in which an operation was seen on the chain. Lists of mints and redemptions show it.
create or replace view chains.operation_txid (purpose, subject, txid) as
  select purpose, subject, txid from chains.operation where txid is not null;
grant select on chains.operation_txid to specie_app;
