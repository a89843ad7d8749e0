-- Coins of ours on a chain that are promised to a client, until they have left or the promise has ended. Every row that
-- is not final holds its promise. Crypto is not promised from the omnibus wallet; see treasury.set_aside.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view treasury.promise (kind, subject, chain, asset, amount) as
  select kind, subject, chain, asset, amount from issuance.promise
  union all
  select kind, subject, chain, asset, amount from rails.promise
  union all
  select kind, subject, chain, asset, amount from transfers.promise;
grant select on treasury.promise to specie_app;
