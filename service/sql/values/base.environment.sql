-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table base.environment
  drop constraint if exists environment_name_check,
  add constraint environment_name_check check (name in (
    'uat',
    'production'));
