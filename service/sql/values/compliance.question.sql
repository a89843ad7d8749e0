-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.question
  drop constraint if exists question_service_check,
  add constraint question_service_check check (service in (
    'watchman',
    'yente'));
