import type { RowOf } from '../../api/use-call.ts'

type Kind = RowOf<'queue'>['kind']

/** The kinds of waiting items, in singular and plural. */
export const kindNames: Record<Kind, { one: string; all: string }> = {
  approval: { one: 'Approval', all: 'Approvals' },
  case: { one: 'Case', all: 'Cases' },
  hold: { one: 'Hold', all: 'Holds' },
  kyb: { one: 'KYB', all: 'KYB cases' },
  agreement: { one: 'Agreement', all: 'Agreements' },
  wallet: { one: 'Address', all: 'Withdrawal addresses' },
  bank_account: { one: 'Bank account', all: 'Bank accounts' },
  exchange: { one: 'Travel Rule exchange', all: 'Travel Rule exchanges' },
  bank_case: { one: 'Bank case', all: 'Bank cases' },
  wire: { one: 'Wire', all: 'Wires without an owner' },
  deposit: { one: 'Deposit', all: 'Deposits' },
  payment: { one: 'Payment', all: 'Payments over rails' },
  rail: { one: 'Rail', all: 'Suspended rails' },
  debt: { one: 'Debt', all: 'Debts' },
  halt: { one: 'Halt', all: 'Halts' },
  party: { one: 'Match with a list', all: 'Matches with lists' },
}
