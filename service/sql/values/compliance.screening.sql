-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.screening
  drop constraint if exists screening_subject_kind_check,
  add constraint screening_subject_kind_check check (subject_kind in (
    'mint',
    'redemption',
    'withdrawal',
    'deposit',
    'wire',
    'rail',
    'payment',
    'institution',
    'person',
    'bank_account',
    'wallet',
    'exchange')),
  drop constraint if exists screening_outcome_check,
  add constraint screening_outcome_check check (outcome in (
    'clear',
    'hit',
    'closed'));
