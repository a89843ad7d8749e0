-- The newest block of each chain that was read. Lists of deposits show confirmations by it.
create or replace view chains.height (chain, latest) as
  select chain, latest from chains.cursor;
grant select on chains.height to specie_app;
