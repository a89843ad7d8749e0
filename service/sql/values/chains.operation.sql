-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table chains.operation
  drop constraint if exists operation_kind_check,
  add constraint operation_kind_check check (kind in (
    'mint',
    'burn',
    'transfer',
    'collect',
    'native',
    'list',
    'unlist',
    'allow_list_on',
    'allow_list_off')),
  drop constraint if exists operation_state_check,
  add constraint operation_state_check check (state in (
    'queued',
    'working',
    'final',
    'failed',
    'canceled'));
