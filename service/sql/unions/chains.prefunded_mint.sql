-- Money paid into the reserve before its coins exist; `paid`: a sweep has delivered it.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view chains.prefunded_mint (subject, coin, amount, paid) as
  select subject, coin, amount, paid from treasury.prefunded_mints;
grant select on chains.prefunded_mint to specie_app;
