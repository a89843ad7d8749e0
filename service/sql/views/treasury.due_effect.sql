-- What may be signed, by purpose and subject, and the rows (`table/key`) that say so: an operation agrees with it
-- (chains.causes_of).
create or replace view treasury.due_effect (purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, rests_on) as
  select purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, rests_on from transfers.due_effect
  union all
  select purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, rests_on from issuance.due_effect
  union all
  select purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, rests_on from rails.due_effect;
grant select on treasury.due_effect to specie_app;
