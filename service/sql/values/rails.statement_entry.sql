-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table rails.statement_entry
  drop constraint if exists statement_entry_kind_check,
  add constraint statement_entry_kind_check check (kind in (
    'arrival',
    'settlement',
    'spread',
    'return'));
