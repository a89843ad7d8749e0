-- Reserved crypto at deposit addresses: for transfers to the provider, and for withdrawals.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view treasury.set_aside (kind, subject, asset, owner, source, amount) as
  select kind, subject, asset, owner, source, amount from issuance.set_aside
  union all
  select kind, subject, asset, owner, source, amount from transfers.set_aside;
grant select on treasury.set_aside to specie_app;
