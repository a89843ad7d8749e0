-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.entry
  drop constraint if exists entry_direction_check,
  add constraint entry_direction_check check (direction in (
    'credit',
    'debit'));
