-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.party
  drop constraint if exists party_subject_kind_check,
  add constraint party_subject_kind_check check (subject_kind in (
    'institution',
    'person',
    'bank_account',
    'wallet'));
