-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.wire
  drop constraint if exists wire_hold_check,
  add constraint wire_hold_check check (hold in (
    'aml_review',
    'sanctions_review',
    'travel_rule',
    'edd_required'));
