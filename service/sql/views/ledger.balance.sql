-- Every account by its whole key, with its balance in the account's own direction. What other rooms ask of the ledger;
-- `version` counts its lines (ledger.line). Locking and moving a balance is left to ledger.post.
create or replace view ledger.balance (account, pool, owner, name, asset, side, balance, version) as
  select id, pool, owner, name, asset, side, balance, version from ledger.account;
grant select on ledger.balance to specie_app;
