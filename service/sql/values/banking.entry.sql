-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table banking.entry
  drop constraint if exists entry_direction_check,
  add constraint entry_direction_check check (direction in (
    'credit',
    'debit'));
