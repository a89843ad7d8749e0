-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.hit
  drop constraint if exists hit_state_check,
  add constraint hit_state_check check (state in (
    'open',
    'cleared',
    'confirmed'));
