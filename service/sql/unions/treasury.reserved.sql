-- Mints and payments with money in the reserve before their coins exist, with the purpose of the operation that issues
-- the coins and the journal that moved the money.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view treasury.reserved (subject, coin, purpose, key) as
  select subject, coin, purpose, key from issuance.reserved
  union all
  select subject, coin, purpose, key from rails.reserved;
