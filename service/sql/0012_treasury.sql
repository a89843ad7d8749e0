-- What the coins of each chain are promised to, and whose money lies in the reserve ahead of its coins: see views/.

create schema treasury;
grant usage on schema treasury to specie_app;
