-- Addresses to which institutions may withdraw, for withdrawals that go there and for the chains that send them. Whether one
-- may be used is asked again, under a lock, before anything is sent (destinations/address/usable.ts). `named`: the row, for what rests on it
-- (chains.due_effect).
create or replace view destinations.withdrawal_wallet (id, address, usability, named) as
  select id, address, destinations.usability(state, travel_rule_status), 'destinations.address/' || id from destinations.address;
grant select on destinations.withdrawal_wallet to specie_app;
