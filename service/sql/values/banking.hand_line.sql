-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.hand_line
  drop constraint if exists hand_line_direction_check,
  add constraint hand_line_direction_check check (direction in (
    'credit',
    'debit')),
  drop constraint if exists hand_line_state_check,
  add constraint hand_line_state_check check (state in (
    'waiting',
    'confirmed',
    'disowned'));
