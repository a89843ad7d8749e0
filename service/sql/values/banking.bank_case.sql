-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table banking.bank_case
  drop constraint if exists bank_case_kind_check,
  add constraint bank_case_kind_check check (kind in (
    'sequence_gap',
    'duplicate_sequence',
    'balance_break',
    'entry_differs',
    'unmatched_entry',
    'unclear_entry',
    'missing_in_notification',
    'missing_in_statement',
    'recall',
    'return_failed',
    'unreadable_file',
    'venue_position',
    'provider_statement',
    'rail_payout',
    'unassigned_deposit',
    'deposit_collection',
    'deposit_return',
    'sweep_failed',
    'provider_payment',
    'told_by_hand'));
