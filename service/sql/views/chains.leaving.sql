-- What is leaving the omnibus wallet and still stands in the ledger's balance of it: treasury asks what it can still send.
create or replace view chains.leaving (purpose, chain, asset, amount) as
  select purpose, chain, asset, amount from chains.operation
  where kind in ('transfer', 'burn') and (state in ('queued', 'working') or state = 'final' and unread);
grant select on chains.leaving to specie_app;
