-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table chains.movement
  drop constraint if exists movement_kind_check,
  add constraint movement_kind_check check (kind in (
    'mint',
    'burn',
    'transfer')),
  drop constraint if exists movement_state_check,
  add constraint movement_state_check check (state in (
    'seen',
    'final',
    'orphaned')),
  drop constraint if exists movement_verdict_check,
  add constraint movement_verdict_check check (verdict in (
    'asked',
    'holder_burn',
    'break'));
