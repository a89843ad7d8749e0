import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'
import type { CaseKind } from './cases.ts'

/** Cases about deposits or payments that are in the queue themselves. */
const shownElsewhere: readonly CaseKind[] = ['unassigned_deposit', 'deposit_collection', 'rail_payout']

export const openCases = staffQueue<QueueRow & { case_kind: CaseKind; detail: Record<string, string> }>({
  kind: 'bank_case',
  select: `
    select id::text, null::uuid as institution_id, opened_at as since, null::timestamptz as due, 'open' as state,
      kind as case_kind, detail
    from banking.bank_case where closed_at is null and kind <> all($1::text[])`,
  values: () => [shownElsewhere],
  titles: (_env, rows) => rows.map(({ case_kind, detail }) => `${caseTitles[case_kind]}${problemOf(detail)}`),
})

const problemOf = ({ problem }: Record<string, string>): string => (problem === undefined ? '' : `: ${problem}`)

const caseTitles: { readonly [kind in CaseKind]: string } = {
  sequence_gap: 'Bank files are missing',
  duplicate_sequence: 'Two bank files have the same number',
  balance_break: 'The bank’s balances do not match its entries',
  entry_differs: 'The bank reports an entry in two ways',
  unmatched_entry: 'A bank entry without a known purpose',
  unclear_entry: 'An unclear bank entry',
  missing_in_notification: 'A bank entry without a notification',
  missing_in_statement: 'A notified entry is missing on the statement',
  recall: 'The sender recalls a wire',
  return_failed: 'A wire could not be returned',
  unreadable_file: 'An unreadable bank file',
  venue_position: 'A venue reports another position',
  provider_statement: 'A statement of the conversion provider differs',
  rail_payout: 'A rail payment is escalated',
  unassigned_deposit: 'A deposit without an owner',
  deposit_collection: 'A deposit could not be collected',
  deposit_return: 'A deposit could not be returned, or is gone from its chain',
  sweep_failed: 'A transfer between our own accounts has failed',
  provider_payment: 'A payment to the conversion provider has failed',
  manual_mismatch: 'A manual file differs from the bank',
  closing_payout: 'A balance of an offboarded institution cannot be paid out',
  left_anyway: 'A payment of a suspended institution could not be stopped',
  not_asked_for: 'A payment without a request was about to leave',
  allow_list: 'An allow list could not be changed on its chain',
}
