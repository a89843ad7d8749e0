-- The transaction of an operation on its chain, for lists of mints and redemptions.
create or replace view chains.operation_txid (purpose, subject, txid) as
  select purpose, subject, txid from chains.operation where txid is not null;
grant select on chains.operation_txid to specie_app;
