import type { AssetCode } from '@specie/protocol/assets.ts'

// Who else makes prices, as types alone. The house's own desk is no venue: its quotes are made where orders are decided.

/** What the client of an order does: it buys the base from the asks, or sells it to the bids. */
export type Side = 'Buy' | 'Sell'

/** So much of the base at this price, once, for whoever names the quote. */
export type Level = {
  readonly quoteid: string
  /** In units of 10^-price_decimals of the pair. */
  readonly price: bigint
  /** In minor units of the base. */
  readonly qty: bigint
}

/** A venue's firm quotes for a pair, best price first. */
export type Ladder = {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** Wall time in milliseconds until which they hold. */
  readonly expires: number
}

/** How a venue trades a pair; minor units of the base, and units of the pair's price. */
export type Instrument = {
  readonly symbol: string
  readonly tick: bigint
  readonly lot: bigint
  readonly minimum: bigint
}

export type ExecutionRequest = {
  readonly symbol: string
  readonly side: Side
  readonly quoteid: string
  readonly qty: bigint
  readonly price: bigint
  /** What `qty` costs or brings at that price, as we book it: minor units of the quote. */
  readonly amount: bigint
}

export type Execution = { readonly status: 'filled' } | { readonly status: 'killed'; readonly reason: string }

export type Venue = {
  readonly name: string
  /** Empty until it has told. */
  instruments(): ReadonlyMap<string, Instrument>
  /** Null when it has none, or none that still holds: a stale book is not traded on. */
  ladder(symbol: string): Ladder | null
  /**
   * Takes a quote, once for each id whatever is repeated. A throw means that nobody knows whether it arrived: ask
   * `execution` (E1).
   */
  execute(id: string, ask: ExecutionRequest, withinMs: number): Promise<Execution>
  /** Null only when the venue says that it never saw that id, and from then on never takes it. */
  execution(id: string, withinMs: number): Promise<Execution | null>
  /** What all that it filled has moved on its account with us, by its own books; minor units, below zero: it gave. */
  positions(): Promise<ReadonlyMap<AssetCode, bigint>>
  health(): { readonly connected: boolean; readonly heardAt: Date | null }
  close(): Promise<void>
}
