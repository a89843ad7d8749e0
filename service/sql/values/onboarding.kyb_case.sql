-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table onboarding.kyb_case
  drop constraint if exists kyb_case_channel_check,
  add constraint kyb_case_channel_check check (channel in (
    'in_person',
    'introduced',
    'remote')),
  drop constraint if exists kyb_case_accepted_class_check,
  add constraint kyb_case_accepted_class_check check (accepted_class in (
    'low',
    'medium',
    'high'));
