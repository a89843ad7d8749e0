-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table work.intent
  drop constraint if exists intent_state_check,
  add constraint intent_state_check check (state in (
    'recorded',
    'sent',
    'settled'));
