-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table chains.movement
  drop constraint if exists movement_verdict_check,
  add constraint movement_verdict_check check (verdict in (
    'asked',
    'holder_burn',
    'break'));
