-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table destinations.address
  drop constraint if exists address_ownership_check,
  add constraint address_ownership_check check (ownership in (
    'self_hosted',
    'vasp')),
  drop constraint if exists address_custody_check,
  add constraint address_custody_check check (custody in (
    'self',
    'custodian')),
  drop constraint if exists address_travel_rule_status_check,
  add constraint address_travel_rule_status_check check (travel_rule_status in (
    'missing',
    'complete')),
  drop constraint if exists address_suspended_by_check,
  add constraint address_suspended_by_check check (suspended_by in (
    'institution',
    'staff'));
