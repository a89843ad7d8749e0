-- Addresses to which institutions may withdraw, for withdrawals that go there and for the chains that send them. Whether one
-- may be used is asked again, under a lock, before anything is sent (institutions/address/usable.ts). `named`: the row, for what rests on it
-- (treasury.due_effect).
create or replace view institutions.withdrawal_wallet (id, address, state, travel_rule_status, named) as
  select id, address, state, travel_rule_status, 'institutions.address/' || id from institutions.address;
grant select on institutions.withdrawal_wallet to specie_app;
