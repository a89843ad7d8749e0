-- All accounts by their whole key, with the balance in the direction of the account, for other rooms. `version` counts
-- the lines (ledger.line). Only ledger.post locks and moves a balance.
create or replace view ledger.balance (account, pool, owner, name, asset, side, balance, version) as
  select id, pool, owner, name, asset, side, balance, version from ledger.account;
grant select on ledger.balance to specie_app;
