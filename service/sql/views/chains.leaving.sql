-- Amounts that leave the omnibus wallet and still count in its ledger balance. Treasury subtracts them from what the
-- wallet can send.
create or replace view chains.leaving (purpose, chain, asset, amount) as
  select purpose, chain, asset, amount from chains.operation
  where kind in ('transfer', 'burn') and (state in ('queued', 'working') or state = 'final' and unread);
grant select on chains.leaving to specie_app;
