-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.payout
  drop constraint if exists payout_kind_check,
  add constraint payout_kind_check check (kind in (
    'withdrawal',
    'redemption',
    'rail',
    'return',
    'sweep',
    'fee_sweep',
    'conversion')),
  drop constraint if exists payout_purpose_check,
  add constraint payout_purpose_check check (purpose in (
    'client_money',
    'reserve')),
  drop constraint if exists payout_currency_check,
  add constraint payout_currency_check check (currency in (
    'CHF',
    'GBP'));
