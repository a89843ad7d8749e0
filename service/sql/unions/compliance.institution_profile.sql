-- The risk class and the countries of institutions, and whether their KYB case requires more diligence.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view compliance.institution_profile (institution_id, risk_class, countries, lacks_edd) as
  select institution_id, risk_class, countries, lacks_edd from onboarding.institution_profile;
