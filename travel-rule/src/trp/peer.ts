import type { NameSet } from '../ivms101/elements.ts'

/** What is known of how a counterparty reads and writes. */
export type Peer = {
  /** The names of IVMS101. */
  readonly names: NameSet
  /** `number`: as the specification; some read symbols only, or stumble over the number beside a DTI. */
  readonly slip0044: 'number' | 'symbol' | 'omit'
  /** `lowest`: in the lowest denomination, as the specification says; some send whole units. */
  readonly amount: 'lowest' | 'whole'
  /** The type of the amount in JSON. */
  readonly amountAs: 'number' | 'text'
}

/** A counterparty that follows the specification. */
export const usualPeer: Peer = { names: '2023', slip0044: 'number', amount: 'lowest', amountAs: 'number' }
