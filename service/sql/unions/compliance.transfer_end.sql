-- How transfers to whitelisted wallets have ended: with a transaction, or without one. Their exchange of the Travel
-- Rule ends then.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view compliance.transfer_end (subject, txid, reason) as
  select subject, txid, reason from chains.transfer_end
  union all
  select subject, txid, reason from issuance.transfer_end
  union all
  select subject, txid, reason from rails.transfer_end
  union all
  select subject, txid, reason from transfers.transfer_end;
grant select on compliance.transfer_end to specie_app;
