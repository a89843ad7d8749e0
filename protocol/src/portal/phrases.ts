import { fiatCodes } from '../assets.ts'
import type { StatementReference } from '../endpoints/transfers.ts'

// A movement of a balance in the words of the client: «Wire from Kestrel Ltd». Pages, statements and exports use these.

export type MovementFacts = {
  /** The kind of the journal, as in a statement. */
  readonly kind: string
  readonly reftype: StatementReference | null
  readonly asset: string
  /** The balance grew. */
  readonly isIn: boolean
  /** The other side: a name, or an address on a chain. */
  readonly counterparty: string | null
}

export function movementPhrase(facts: MovementFacts): string {
  const { reftype } = facts
  return reftype === null ? 'Correction' : phrases[reftype](facts)
}

const phrases: { readonly [reftype in StatementReference]: (facts: MovementFacts) => string } = {
  depositid: ({ kind, isIn, counterparty }) => {
    const what = kind.startsWith('wire') ? 'Wire' : 'Deposit'
    return `${what}${nameOf('from', counterparty)}${isIn ? '' : ', taken back'}`
  },
  withdrawalid: ({ isIn, counterparty }) => `Withdrawal${nameOf('to', counterparty)}${isIn ? ', returned' : ''}`,
  requestid: ({ kind, asset, isIn, counterparty }) => {
    if (kind.startsWith('conversion')) return 'Conversion for a mint'
    if (kind.startsWith('mint')) return isIn ? `Mint of ${asset}` : 'Payment for a mint'
    if (kind === 'redemption_burned') return isIn ? 'Proceeds of a redemption' : `Redemption of ${asset}`
    return `Payment of a redemption${nameOf('to', counterparty)}${isIn ? ', returned' : ''}`
  },
  // Fiat is always the second asset of a pair, because it pays for the other one.
  ordid: ({ asset, isIn }) => {
    if (isFiat(asset)) return isIn ? 'Proceeds of an order' : 'Payment for an order'
    return isIn ? `Bought ${asset}` : `Sold ${asset}`
  },
  conversionid: ({ asset, isIn }) => (isIn ? `Conversion into ${asset}` : `Conversion from ${asset}`),
  paymentid: ({ isIn, counterparty }) =>
    `Payment over a rail${nameOf('from', counterparty)}${isIn ? '' : ', taken back'}`,
}

const isFiat = (asset: string): boolean => fiatCodes.some((code) => code === asset)

const nameOf = (word: 'from' | 'to', counterparty: string | null): string =>
  counterparty === null ? '' : ` ${word} ${shortened(counterparty)}`

/** An address or a number of an account has no blanks, and its ends identify it. */
const shortened = (text: string): string =>
  text.length > 24 && !text.includes(' ') ? `${text.slice(0, 8)}…${text.slice(-6)}` : text

/** What kinds of movements a list can show alone. */
export const movementGroups = ['deposit', 'withdrawal', 'mint', 'redemption', 'order', 'conversion', 'payment'] as const
export type MovementGroup = (typeof movementGroups)[number]
