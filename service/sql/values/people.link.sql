-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table people.link
  drop constraint if exists link_purpose_check,
  add constraint link_purpose_check check (purpose in (
    'invitation',
    'recovery'));
