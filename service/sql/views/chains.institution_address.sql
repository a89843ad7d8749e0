-- The deposit address of an institution on a family of chains. Transfers collects crypto from it; treasury plans
-- withdrawals from it.
create or replace view chains.institution_address (institution_id, family, index, address) as
  select institution_id, family, index, address from chains.deposit_address where institution_id is not null;
grant select on chains.institution_address to specie_app;
