-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table chains.trouble
  drop constraint if exists trouble_part_check,
  add constraint trouble_part_check check (part in (
    'reading',
    'sending')),
  drop constraint if exists trouble_kind_check,
  add constraint trouble_kind_check check (kind in (
    'disagreement',
    'unreachable'));
