-- The product of an agreement. Events name an agreement by it.
create or replace view onboarding.agreement_product (id, product) as
  select id, product from onboarding.agreement;
grant select on onboarding.agreement_product to specie_app;
