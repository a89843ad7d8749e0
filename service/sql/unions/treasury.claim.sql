-- Claims of a deposit address’s owner, by kind: its balance, less amounts `leaving` it; and deposits that are
-- `uncredited`, which are in no balance yet.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view treasury.claim (kind, owner, asset, amount) as
  select kind, owner, asset, amount from treasury.balance_claim
  union all
  select kind, owner, asset, amount from issuance.claim
  union all
  select kind, owner, asset, amount from transfers.claim;
grant select on treasury.claim to specie_app;
