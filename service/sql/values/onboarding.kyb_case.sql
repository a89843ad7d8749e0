-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table onboarding.kyb_case
  drop constraint if exists kyb_case_channel_check,
  add constraint kyb_case_channel_check check (channel in (
    'in_person',
    'introduced',
    'remote'));
