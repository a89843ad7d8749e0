-- Effects that may be signed, by purpose and subject, with the rows (`table/key`) that justify them. An operation
-- agrees with these rows (chains.operation_sources).
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view chains.due_effect (purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, sources) as
  select purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, sources from chains.listing_effect
  union all
  select purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, sources from issuance.due_effect
  union all
  select purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, sources from rails.due_effect
  union all
  select purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, sources from transfers.due_effect;
grant select on chains.due_effect to specie_app;
