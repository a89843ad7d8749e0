-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table chains.transaction
  drop constraint if exists transaction_state_check,
  add constraint transaction_state_check check (state in (
    'assigned',
    'sent',
    'final',
    'reverted',
    'over'));
