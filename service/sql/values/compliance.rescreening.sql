-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.rescreening
  drop constraint if exists rescreening_step_check,
  add constraint rescreening_step_check check (step in (
    'parties',
    'mint',
    'redemption',
    'withdrawal',
    'deposit',
    'wire',
    'rail',
    'payment'));
