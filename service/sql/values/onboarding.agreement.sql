-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table onboarding.agreement
  drop constraint if exists agreement_product_check,
  add constraint agreement_product_check check (product in (
    'stablecoin_issuance',
    'crypto_conversion'));
