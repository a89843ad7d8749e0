-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.exchange_message
  drop constraint if exists exchange_message_way_check,
  add constraint exchange_message_way_check check (way in (
    'sent',
    'received')),
  drop constraint if exists exchange_message_kind_check,
  add constraint exchange_message_kind_check check (kind in (
    'inquiry',
    'reply',
    'resolution',
    'confirmation'));
