-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table directory.institution
  drop constraint if exists institution_standing_check,
  add constraint institution_standing_check check (standing in (
    'suspended',
    'offboarded'));
