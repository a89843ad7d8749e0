-- Withdrawals that the omnibus wallet has yet to send. Others wait behind them.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view treasury.unsent (chain, asset, amount) as
  select chain, asset, amount from transfers.unsent;
grant select on treasury.unsent to specie_app;
