-- Our addresses on every chain, for reports: wallets by key, and deposit addresses, which may belong to an institution or
-- to a rail. Deposit addresses are the same on all chains of a family.
create or replace view chains.own_address (chain, family, address, key, institution_id, rail_id) as
  select chain, null::text, address, key, null::uuid, null::uuid from chains.wallet where address <> ''
  union all
  select null, family, address, 'deposit:' || index, institution_id, rail_id from chains.deposit_address;
grant select on chains.own_address to specie_app;
