-- Items with the names of the switches that stop them.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view compliance.switchable (subject, switches) as
  select subject, switches from issuance.switchable
  union all
  select subject, switches from rails.switchable
  union all
  select subject, switches from transfers.switchable;
grant select on compliance.switchable to specie_app;
