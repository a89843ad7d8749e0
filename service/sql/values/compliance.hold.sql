-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.hold
  drop constraint if exists hold_subject_kind_check,
  add constraint hold_subject_kind_check check (subject_kind in (
    'mint',
    'redemption',
    'withdrawal',
    'deposit',
    'wire',
    'rail',
    'payment')),
  drop constraint if exists hold_reason_check,
  add constraint hold_reason_check check (reason in (
    'aml_review',
    'sanctions_review',
    'travel_rule',
    'edd_required',
    'approval_required',
    'account_suspended',
    'debt_review'));
