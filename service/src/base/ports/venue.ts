import type { AssetCode } from '@specie/protocol/assets.ts'
import type { sides } from '@specie/protocol/endpoints/trading.ts'

// Interface to liquidity venues, as types only. The house's own desk is not a venue. Its quotes are made in trading.

/** The side of the client's order: it buys the base at the asks, or sells it at the bids. */
export type Side = (typeof sides)[number]

/** A quantity of the base at this price, which can be taken once by naming the quote. */
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
  /** What `qty` costs or yields at that price, as we book it: minor units of the quote. */
  readonly amount: bigint
}

export type Execution = { readonly status: 'filled' } | { readonly status: 'killed'; readonly reason: string }

export type Venue = {
  readonly name: string
  /** Empty until the venue has reported them. */
  instruments(): ReadonlyMap<string, Instrument>
  /** Null when there is none, or only an expired one: stale quotes are not traded on. */
  ladder(symbol: string): Ladder | null
  /**
   * Takes a quote, once per id even when repeated. When it throws, it is unknown whether the request arrived. Call
   * `execution` (E1).
   */
  execute(id: string, request: ExecutionRequest, withinMs: number): Promise<Execution>
  /** Null only when the venue says that it never received that id; it then never accepts it later. */
  execution(id: string, withinMs: number): Promise<Execution | null>
  /** Net position on its account with us from all its fills, by its own books; minor units, negative. It gave. */
  positions(): Promise<ReadonlyMap<AssetCode, bigint>>
  health(): { readonly connected: boolean; readonly heardAt: Date | null }
  close(): Promise<void>
}
