// The parts of both kinds of facts.

export type Mark = {
  /** Newest block or slot of each chain. */
  readonly blocks: Readonly<Record<string, number>>
  /** Number of the bank's newest file. */
  readonly file: number
  /** Arrivals that the provider has settled or returned. */
  readonly gone: readonly string[]
}

export type OperationKind =
  | 'wire'
  | 'deposit'
  | 'mint'
  | 'redemption'
  | 'withdrawal'
  | 'payout'
  | 'onramp'
  | 'offramp'
  | 'order'
  | 'conversion'
