import type { Output } from '../../api/call.ts'

export type Address = Output<'address'>

export const destinationTabs = [
  { to: '/addresses', title: 'Addresses' },
  { to: '/addresses/bank-accounts', title: 'Bank accounts' },
]

/** The holder of the wallet's keys. */
export const keeper = ({ vasp }: Pick<Address, 'vasp'>): string => vasp ?? 'Your own wallet'

/** The words of states. A waiting step says what is missing. */
export const stateWord: Partial<Record<Address['state'], string>> = {
  screening: 'Being checked',
  in_review: 'Under review',
  proof_required: 'Waits for your proof',
  travel_rule: 'Waits for Travel Rule data',
  active: 'Can be used',
  rejected: 'Cannot be used',
  revoked: 'Removed',
}
