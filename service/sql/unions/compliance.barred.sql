-- Destinations that may not be paid now; `for_good`: never again.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view compliance.barred (id, for_good) as
  select id, for_good from destinations.barred_wallet;
grant select on compliance.barred to specie_app;
