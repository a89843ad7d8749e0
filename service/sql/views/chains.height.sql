-- The newest block read from each chain. Deposits show their confirmations by it.
create or replace view chains.height (chain, latest) as
  select chain, latest from chains.cursor;
grant select on chains.height to specie_app;
