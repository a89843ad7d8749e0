-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table access.api_key
  drop constraint if exists api_key_frozen_by_check,
  add constraint api_key_frozen_by_check check (frozen_by in (
    'institution',
    'approver',
    'staff'));
