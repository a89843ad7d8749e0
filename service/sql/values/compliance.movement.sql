-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.movement
  drop constraint if exists movement_kind_check,
  add constraint movement_kind_check check (kind in (
    'mint',
    'redemption',
    'withdrawal',
    'deposit',
    'wire',
    'rail',
    'payment'));
