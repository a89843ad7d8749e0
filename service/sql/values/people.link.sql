-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table people.link
  drop constraint if exists link_purpose_check,
  add constraint link_purpose_check check (purpose in (
    'invitation',
    'recovery'));
