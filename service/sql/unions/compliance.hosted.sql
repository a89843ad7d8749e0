-- Wallets at a provider: coins leave to them only with the approval of that provider (Travel Rule).
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view compliance.hosted (id, blockchain, wallet, travel_address) as
  select id, blockchain, wallet, travel_address from destinations.hosted_wallet;
grant select on compliance.hosted to specie_app;
