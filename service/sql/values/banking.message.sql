-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.message
  drop constraint if exists message_kind_check,
  add constraint message_kind_check check (kind in (
    'camt.054',
    'camt.053'));
