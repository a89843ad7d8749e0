-- Mints and payments whose money went to the reserve ahead of their coins, with the purpose of the operation that
-- issues them and the journal that moved the money.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view treasury.reserved (subject, coin, purpose, key) as
  select subject, coin, purpose, key from issuance.reserved
  union all
  select subject, coin, purpose, key from rails.reserved;
