import type { HeldKind } from '@specie/protocol/holds.ts'

// Codes of goAML that each financial intelligence unit defines for itself. These are our reading of the general lists in the
// documentation of goAML (docs/reports.md#what-is-not-verified). Compare them with the lists of your unit, and correct them
// here and nowhere else.

export const codes = {
  /** Filed electronically. */
  submission: 'E',
  /** A report with transactions. */
  withTransactions: 'STR',
  /** A report about a client without transactions. */
  withoutTransactions: 'SAR',
  /** Money or coins transferred electronically. */
  funds: 'E',
  /** A country that is not known. */
  noCountry: 'ZZ',
  /** The role of the officer’s unit in the report: the number that the unit has given us is filled in by the officer. */
  entity: '1',
} as const

/** How the money moved, and whether it came to our client or left it. */
export const movements: {
  readonly [kind in Exclude<HeldKind, 'rail'>]: { mode: string; direction: 'in' | 'out'; what: string }
} = {
  wire: { mode: 'EFT01', direction: 'in', what: 'Wire to the account of clients’ money' },
  deposit: { mode: 'EFT01', direction: 'in', what: 'Transfer of crypto-assets to a deposit address' },
  payment: { mode: 'EFT01', direction: 'in', what: 'Payment over a rail' },
  mint: { mode: 'EFT01', direction: 'out', what: 'Coins issued' },
  redemption: { mode: 'EFT01', direction: 'out', what: 'Coins redeemed' },
  withdrawal: { mode: 'EFT01', direction: 'out', what: 'Withdrawal' },
}
