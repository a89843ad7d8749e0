-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.listed
  drop constraint if exists listed_effect_check,
  add constraint listed_effect_check check (effect in (
    'refuse',
    'review'));
