-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.case_file
  drop constraint if exists case_file_outcome_check,
  add constraint case_file_outcome_check check (outcome in (
    'no_suspicion',
    'measures',
    'report')),
  drop constraint if exists case_file_risk_class_check,
  add constraint case_file_risk_class_check check (risk_class in (
    'low',
    'medium',
    'high'));
