-- Money that went to the reserve ahead of coins that do not exist yet; `paid`: a sweep has brought it there.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view chains.prefunded_mint (subject, coin, amount, paid) as
  select subject, coin, amount, paid from treasury.prefunded_mints;
grant select on chains.prefunded_mint to specie_app;
