-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table issuance.conversion_leg
  drop constraint if exists conversion_leg_outcome_check,
  add constraint conversion_leg_outcome_check check (outcome in (
    'delivered',
    'failed'));
