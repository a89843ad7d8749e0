-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table directory.person
  drop constraint if exists person_side_check,
  add constraint person_side_check check (side in (
    'institution',
    'staff'));
