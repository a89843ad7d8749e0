-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table people.device
  drop constraint if exists device_side_check,
  add constraint device_side_check check (side in (
    'institution',
    'staff'));
