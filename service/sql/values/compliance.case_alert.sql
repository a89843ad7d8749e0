-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.case_alert
  drop constraint if exists case_alert_kind_check,
  add constraint case_alert_kind_check check (kind in (
    'rule',
    'hold',
    'match',
    'exchange',
    'bank_case'));
