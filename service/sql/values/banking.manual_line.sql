-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.manual_line
  drop constraint if exists manual_line_direction_check,
  add constraint manual_line_direction_check check (direction in (
    'credit',
    'debit')),
  drop constraint if exists manual_line_state_check,
  add constraint manual_line_state_check check (state in (
    'waiting',
    'confirmed',
    'retracted'));
