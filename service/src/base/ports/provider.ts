import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { OwnAccount } from './bank.ts'

// An interface to the outside, as types only. Its adapter is in the room that uses it.

/** A conversion at the provider; minor units. */
export type ConversionOrder = {
  readonly sell: AssetCode
  readonly buy: OwnAccount['currency']
  /** Exactly this amount is bought, for at most `maxSold`. */
  readonly bought: bigint
  readonly maxSold: bigint
  /** Account that receives the proceeds, and their reference. */
  readonly iban: string
  readonly reference: string
}

export type Conversion =
  | { readonly status: 'pending' }
  | {
      readonly status: 'filled'
      readonly sold: bigint
      readonly bought: bigint
      readonly spread: bigint
      /** Where to pay `sold`, and with what reference, when it is fiat; null if it was delivered before. */
      readonly payTo: PayTo | null
    }
  | { readonly status: 'rejected'; readonly reason: string }
export type PayTo = {
  readonly name: string
  readonly iban: string
  readonly bic: string
  readonly reference: string
}

/** Account details at the provider for a payer. The reference identifies the rail. */
export type Collection = {
  readonly iban: string
  readonly bic: string
  readonly accountname: string
  readonly reference: string
  readonly currency: OwnAccount['currency']
}

/** Fiat received at a collection. Reported in order of number; the same one may be reported again. */
export type Arrival = {
  readonly number: number
  readonly id: string
  /** Reference of the collection. */
  readonly reference: string
  /** Null: the provider's value is unreadable. */
  readonly currency: OwnAccount['currency'] | null
  readonly amount: bigint | null
  readonly payer: { readonly name: string; readonly account: string } | null
}

/** The provider's handling of an arrival. It keeps its spread and wires `net` to us, or returns all of it. */
export type SettlementOrder = {
  readonly arrival: string
  readonly net: bigint
  readonly iban: string
  readonly reference: string
}
export type Settlement =
  | { readonly status: 'pending' | 'settled' }
  | { readonly status: 'rejected'; readonly reason: string }

/**
 * The regulated conversion provider. When `convert` throws, it is unknown whether the order arrived. Call `conversion`
 * with the same key, never with a new one (E1). Null: the provider says that it never received that key.
 */
export type Provider = {
  readonly name: string
  /** Current mid price and spread. `sold`: the total cost of `bought`. */
  quote(request: { sell: AssetCode; buy: OwnAccount['currency']; bought: bigint }): Promise<{
    readonly sold: bigint
    readonly spread: bigint
    readonly at: Date
  }>
  /** The provider's deposit address for this asset on this chain. */
  depositAddress(asset: AssetCode, chain: ChainCode): Promise<string>
  convert(key: string, order: ConversionOrder): Promise<Conversion>
  conversion(key: string): Promise<Conversion | null>
  /** Reference rates as decimal strings: GBP/CHF, ETH/CHF, BTC/CHF, USDC/CHF and others. */
  rates(): Promise<readonly { readonly symbol: string; readonly price: string; readonly at: Date }[]>

  /** Opens a collection, once per key. `refused`: permanently, with the reason. Null: it is being opened; call again. */
  openCollection(
    key: string,
    request: { currency: OwnAccount['currency']; name: string },
  ): Promise<Collection | { readonly refused: string } | null>
  /** Arrivals after that number. */
  arrivals(after: number): Promise<readonly Arrival[]>
  /** The part of an arrival that would be wired to us now; the rest is the provider's spread. */
  settlementQuote(arrival: string): Promise<{ readonly net: bigint; readonly spread: bigint }>
  /** As `convert`: after a throw the outcome is unknown. Exactly `net` is wired, or it is rejected. */
  settle(key: string, order: SettlementOrder): Promise<Settlement>
  settlement(key: string): Promise<Settlement | null>
  /** Returns the whole arrival to its payer. */
  returnArrival(key: string, request: { arrival: string; reason: string }): Promise<Settlement>
  arrivalReturn(key: string): Promise<Settlement | null>
  /** Current balances at the provider. An asset that is missing is unknown. */
  balances(): Promise<readonly { readonly asset: AssetCode; readonly amount: bigint }[]>
  /** The statement of our account for that day (camt.053); null if the day has not been closed. */
  statement(currency: OwnAccount['currency'], day: string): Promise<string | null>
}
