-- Withdrawal addresses, for withdrawals and for the chains that pay them. Usability is checked again, under a lock,
-- before a transaction is signed (destinations/address/usable.ts). `named`: the row, as a source of an operation
-- (chains.due_effect).
create or replace view destinations.withdrawal_wallet (id, address, usability, named, is_hosted) as
  select id, address, destinations.usability(state, travel_rule_status), 'destinations.address/' || id,
    ownership = 'vasp' from destinations.address;
grant select on destinations.withdrawal_wallet to specie_app;
