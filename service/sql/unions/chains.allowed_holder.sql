-- Wallets that may hold our coins where the allow list is on: our own ones, and the usable ones of institutions. Only
-- these can be listed.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view chains.allowed_holder (chain, address) as
  select chain, address from chains.own_holder
  union all
  select chain, address from destinations.usable_holder;
grant select on chains.allowed_holder to specie_app;
