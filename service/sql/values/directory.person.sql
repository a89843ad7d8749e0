-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table directory.person
  drop constraint if exists person_side_check,
  add constraint person_side_check check (side in (
    'institution',
    'staff'));
