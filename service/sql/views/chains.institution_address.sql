-- The deposit address of an institution on a family of chains: transfers asks where crypto is collected, treasury from where
-- it can be taken.
create or replace view chains.institution_address (institution_id, family, index, address) as
  select institution_id, family, index, address from chains.deposit_address where institution_id is not null;
grant select on chains.institution_address to specie_app;
