-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.exchange
  drop constraint if exists exchange_direction_check,
  add constraint exchange_direction_check check (direction in (
    'out',
    'in')),
  drop constraint if exists exchange_subject_kind_check,
  add constraint exchange_subject_kind_check check (subject_kind in (
    'mint',
    'redemption',
    'withdrawal',
    'deposit',
    'wire',
    'rail',
    'payment')),
  drop constraint if exists exchange_due_check,
  add constraint exchange_due_check check (due in (
    'inquiry',
    'resolution',
    'confirmation')),
  drop constraint if exists exchange_undelivered_check,
  add constraint exchange_undelivered_check check (undelivered in (
    'inquiry',
    'resolution',
    'confirmation')),
  drop constraint if exists exchange_ended_as_check,
  add constraint exchange_ended_as_check check (ended_as in (
    'sent',
    'canceled'));
