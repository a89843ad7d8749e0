import type { PaymentStatus } from '@specie/payments/pain.ts'
import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Tx } from '../database/db.ts'

// What the service asks of the outside world, as types alone: the adapters live in the rooms that own the question.

/** One of our own accounts at the bank. GBP accounts have a sort code and an account number beside their IBAN. */
export type OwnAccount = {
  readonly purpose: 'client_money' | 'reserve' | 'house'
  readonly currency: 'CHF' | 'GBP'
  readonly iban: string
  readonly qriban: string | null
  readonly sortcode: string | null
  readonly account: string | null
  readonly bic: string
  readonly name: string
}

/** A file that waits at the bank, in the bank's own order. */
export type BankFile = {
  readonly number: number
  readonly name: string
  readonly type: 'camt.054' | 'camt.053' | 'mt940'
  /** IBAN of the account that it tells of. */
  readonly account: string
  readonly bytes: number
}

/** Confirmation of Payee: does this account belong to that name? `name` is the holder's, where the bank tells it. */
export type PayeeAnswer = {
  readonly result: 'match' | 'close_match' | 'no_match' | 'unavailable'
  readonly name: string | null
}

/**
 * The bank. Every call may throw, and a throw from `pay` means that nobody knows whether the order arrived: ask
 * `status` (E1). `status` answers null only when the bank says that it never saw that message.
 */
export type Bank = {
  accounts(): Promise<readonly OwnAccount[]>
  files(after: number): Promise<{ readonly files: readonly BankFile[]; readonly last: number }>
  file(name: string): Promise<string>
  pay(messageId: string, xml: string): Promise<PaymentStatus>
  status(messageId: string): Promise<PaymentStatus | null>
  confirmPayee(payee: { sortcode: string; account: string; name: string }): Promise<PayeeAnswer>
}

/** The jobs, as those see them who leave work for later (jobs/runner.ts). */
export type Jobs = {
  /** Runs that job soon after this transaction commits, in whichever process is free. It waits for nothing. */
  wake(tx: Tx, name: string): void
}

/** What somebody outside sells for us, and what it brings; minor units. */
export type ConversionOrder = {
  readonly sell: AssetCode
  readonly buy: OwnAccount['currency']
  /** Exactly this is bought, for no more than `mostSold`. */
  readonly bought: bigint
  readonly mostSold: bigint
  /** Where the proceeds are wired to, and the reference that they come with. */
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
      /** Where `sold` is to be paid, and with what reference, when it is fiat; null: it was delivered before. */
      readonly payTo: PayTo | null
    }
  | { readonly status: 'rejected'; readonly reason: string }
export type PayTo = {
  readonly name: string
  readonly iban: string
  readonly bic: string
  readonly reference: string
}

/** Where a payer sends fiat, at the provider, so that it is known whose rail it is for. */
export type Collection = {
  readonly iban: string
  readonly bic: string
  readonly accountname: string
  readonly reference: string
  readonly currency: OwnAccount['currency']
}

/** Fiat that has come in at a collection. Told in the order of its number; the same one may be told again. */
export type Arrival = {
  readonly number: number
  readonly id: string
  /** Of the collection. */
  readonly reference: string
  readonly currency: OwnAccount['currency']
  readonly amount: bigint
  readonly payer: { readonly name: string; readonly account: string }
  readonly at: Date
}

/** What the provider does with an arrival: it keeps its spread and wires `net` to us, or sends all of it back. */
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
 * The regulated provider that converts. A throw from `convert` means that nobody knows whether it arrived: ask
 * `conversion` with the same key, never under a new one (E1). Null: the provider says that it never saw that key.
 */
export type Provider = {
  readonly name: string
  /** Mid price and what the provider takes on top, now. `sold` is what `bought` would cost, all included. */
  quote(ask: { sell: AssetCode; buy: OwnAccount['currency']; bought: bigint }): Promise<{
    readonly sold: bigint
    readonly spread: bigint
    readonly at: Date
  }>
  /** Where it takes this asset on this chain. */
  depositAddress(asset: AssetCode, chain: ChainCode): Promise<string>
  convert(key: string, ask: ConversionOrder): Promise<Conversion>
  conversion(key: string): Promise<Conversion | null>
  /** Reference rates, as decimal strings: GBP/CHF, ETH/CHF, BTC/CHF, USDC/CHF and the like. */
  rates(): Promise<readonly { readonly symbol: string; readonly price: string; readonly at: Date }[]>

  /** Opens a collection, once for each key. Refused: for good, and why. Null: it is being opened; ask again. */
  openCollection(
    key: string,
    ask: { currency: OwnAccount['currency']; name: string },
  ): Promise<Collection | { readonly refused: string } | null>
  /** What has come in since that number. */
  arrivals(after: number): Promise<readonly Arrival[]>
  /** What of an arrival would be wired to us now; the rest is the provider's spread. */
  settlementQuote(arrival: string): Promise<{ readonly net: bigint; readonly spread: bigint }>
  /** As `convert`: a throw means that nobody knows. Exactly `net` is wired, or it is rejected. */
  settle(key: string, ask: SettlementOrder): Promise<Settlement>
  settlement(key: string): Promise<Settlement | null>
  /** Sends an arrival back to its payer, whole. */
  returnArrival(key: string, ask: { arrival: string; reason: string }): Promise<Settlement>
  arrivalReturn(key: string): Promise<Settlement | null>
  /** What it holds for us now. An asset that it does not name it cannot tell about. */
  balances(): Promise<readonly { readonly asset: AssetCode; readonly amount: bigint }[]>
  /** Its account for us on that day (camt.053); null when the day has not been closed. */
  statement(currency: OwnAccount['currency'], day: string): Promise<string | null>
}
