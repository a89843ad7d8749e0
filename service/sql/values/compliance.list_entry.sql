-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.list_entry
  drop constraint if exists list_entry_effect_check,
  add constraint list_entry_effect_check check (effect in (
    'refuse',
    'review'));
