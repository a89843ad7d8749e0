-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table banking.expected
  drop constraint if exists expected_kind_check,
  add constraint expected_kind_check check (kind in (
    'conversion',
    'rail')),
  drop constraint if exists expected_currency_check,
  add constraint expected_currency_check check (currency in (
    'CHF',
    'GBP'));
