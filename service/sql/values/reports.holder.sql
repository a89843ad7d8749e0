-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table reports.holder
  drop constraint if exists holder_class_check,
  add constraint holder_class_check check (class in (
    'platform',
    'deposit',
    'whitelisted',
    'hosted',
    'unknown'));
