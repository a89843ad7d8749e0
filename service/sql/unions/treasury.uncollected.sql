-- Clients’ coins on a chain that are not in the omnibus wallet yet.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view treasury.uncollected (chain, asset, amount) as
  select chain, asset, amount from transfers.uncollected_deposit;
grant select on treasury.uncollected to specie_app;
