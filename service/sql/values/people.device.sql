-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table people.device
  drop constraint if exists device_side_check,
  add constraint device_side_check check (side in (
    'institution',
    'staff'));
