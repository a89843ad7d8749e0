-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table people.session
  drop constraint if exists session_kind_check,
  add constraint session_kind_check check (kind in (
    'browser',
    'token')),
  drop constraint if exists session_method_check,
  add constraint session_method_check check (method in (
    'passkey',
    'password',
    'recovery',
    'oidc',
    'link',
    'device'));
