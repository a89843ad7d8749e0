-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table compliance.listed
  drop constraint if exists listed_effect_check,
  add constraint listed_effect_check check (effect in (
    'refuse',
    'review'));
