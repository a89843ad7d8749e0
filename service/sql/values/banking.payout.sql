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
    'conversion'));
