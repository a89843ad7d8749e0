-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table base.environment
  drop constraint if exists environment_name_check,
  add constraint environment_name_check check (name in (
    'uat',
    'production'));
