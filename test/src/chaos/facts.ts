import type { Mark, OperationKind } from './basic-facts.ts'
import type { BalanceCase, DebtFact, CredentialFact, ForgedFact, StopFact } from './facts-of-people.ts'

// The state of the world at the end of a chaos run, as plain data: the institutions' own lists, the bank's files, the chains'
// events, the provider's state. No table of the service is read. Amounts are minor units.

/** A mint, transfer or burn of a coin on a chain. `from` is null for a mint, `to` for a burn. */
export type ChainEvent = {
  readonly chain: string
  readonly asset: string
  readonly from: string | null
  readonly to: string | null
  readonly amount: bigint
  readonly txid: string
  readonly block: number
}

/** One entry on an account of ours, as first reported by the bank, and its file. */
export type BankFact = {
  readonly account: string
  readonly purpose: string
  readonly currency: string
  readonly file: number
  readonly bankref: string
  readonly direction: 'credit' | 'debit'
  readonly amount: bigint
  readonly code: string
  readonly reference: string | null
  readonly paidTo: string | null
  /** Its remittance text. */
  readonly text: string | null
  readonly endToEndId: string | null
  readonly counterparty: { readonly name: string | null; readonly account: string | null }
  readonly isReturn: boolean
  readonly returnOf: string | null
}

export type ProviderFact = {
  readonly id: string
  readonly currency: string
  readonly amount: bigint
  readonly gone: 'settled' | 'returned' | null
  /** The number of executed settlements or returns. */
  readonly settlements: number
  readonly returns: number
  readonly net: bigint | null
}

/** An operation of an institution, in one shape for all lists. */
export type Operation = {
  readonly kind: OperationKind
  readonly id: string
  readonly institution: string
  readonly status: string
  /** `done`: it has happened. `undone`: it must have no effect. `open`: it waits, or is under way. */
  readonly end: 'done' | 'undone' | 'open'
  /** Its effect on the total of its institution's balance when done, by asset. */
  readonly moves: Readonly<Record<string, bigint>>
  /** Its maximum cost if undone: the network fee of crypto that was on its way. */
  readonly mayCost: Readonly<Record<string, bigint>>
  /** Its value while it is under way: of burned coins, or of sold crypto. */
  readonly halfway: Readonly<Record<string, bigint>>
  /** Its outside effects when done, each once. */
  readonly claims: readonly Claim[]
  /** The external wallet that receives its coins; null if there is none. */
  readonly to: string | null
  readonly row: unknown
}

export type Claim =
  | {
      readonly at: 'chain'
      readonly chain: string
      readonly asset: string
      readonly what: 'mint' | 'burn' | 'in' | 'out'
      /** Every possible hash of it. */
      readonly txids: readonly string[]
      /** The recipient of the coins; null: an address of the service itself. */
      readonly to: string | null
      readonly amount: bigint
    }
  /** A payout: debits of this amount to this account, and how many of them remain there at the end. */
  | {
      readonly at: 'bank'
      readonly currency: string
      readonly to: string
      readonly amount: bigint
      readonly stays: 0 | 1
    }
  /** An incoming wire. */
  | { readonly at: 'wire'; readonly bankref: string; readonly currency: string; readonly amount: bigint }
  | {
      readonly at: 'provider'
      readonly arrival: string
      readonly outcome: 'settled' | 'returned'
      readonly net: bigint | null
    }

export type Movement = { readonly asset: string; readonly ref: string; readonly kind: string; readonly amount: bigint }

export type InstitutionFact = {
  readonly id: string
  readonly name: string
  readonly things: readonly Operation[]
  readonly movements: readonly Movement[]
  /** Available and pending together, by asset. */
  readonly totals: Readonly<Record<string, bigint>>
  readonly available: Readonly<Record<string, bigint>>
  /** Its debts, as in the console. */
  readonly owed: Readonly<Record<string, bigint>>
  /** The identification of its wires: references and account numbers. */
  readonly references: readonly string[]
  /** Its addresses for incoming coins: deposits and off-ramps. */
  readonly inboxes: readonly string[]
  /** Its own external wallets and bank accounts. */
  readonly wallets: readonly string[]
  readonly accounts: readonly string[]
}

/** A hold on an operation by its id: the answer, and the observations at its start and end. */
export type HoldFact = {
  readonly holdid: string
  readonly thing: string
  readonly kind: OperationKind
  /** Null if the service does not say so; in that case an accepted hold is a promise. */
  readonly answer: 'held' | 'partly' | 'too_late' | null
  readonly statusAt: string
  readonly wasOpen: boolean
  readonly began: Mark
  readonly ended: Mark
  readonly statusThen: string
  readonly decision: 'release' | 'reject' | 'none'
}

/** A revoked address. A transfer already under way to it may still arrive. */
export type RevocationFact = {
  readonly addressid: string
  readonly chain: string
  readonly address: string
  readonly began: Mark
  /** Null: permanently. */
  readonly ended: Mark | null
  readonly underWay: readonly string[]
}

export type ReserveFact = {
  readonly asset: string
  readonly currency: string
  readonly shownSupply: Readonly<Record<string, bigint>>
  readonly chainSupply: Readonly<Record<string, bigint>>
  /** As shown, in ten thousandths; null if there is no circulation. */
  readonly shownCoverage: bigint | null
  /** The bank's own balance of the reserve account, and the service's figure. */
  readonly bankBalance: bigint
  readonly shownBalance: bigint
  /** Minted and redeemed since the start of the run, by the lists, in cents; and the bank's sweeps each way. */
  readonly minted: bigint
  readonly redeemed: bigint
  readonly sweptIn: bigint
  readonly sweptOut: bigint
}

/** An exchange of a client, of any kind. */
export type TradeFact = {
  readonly id: string
  readonly institution: string
  readonly bought: bigint
  readonly bought_currency: string
  readonly sold: bigint
  readonly sold_currency: string
}

export type Facts = {
  readonly institutions: readonly InstitutionFact[]
  readonly events: readonly ChainEvent[]
  /** Addresses of the service: omnibus and treasury of every chain. */
  readonly ours: readonly string[]
  /** Recipients of coins from the sandbox: the outsider, the desk and the venues. */
  readonly strangers: readonly string[]
  readonly bank: readonly BankFact[]
  readonly provider: readonly ProviderFact[]
  readonly holds: readonly HoldFact[]
  readonly revocations: readonly RevocationFact[]
  readonly stops: readonly StopFact[]
  readonly debts: readonly DebtFact[]
  readonly forged: readonly ForgedFact[]
  readonly doors: readonly CredentialFact[]
  readonly balanceCases: readonly BalanceCase[]
  /** The accounts from which the provider pays, according to the provider. */
  readonly providerAccounts: readonly string[]
  /** The state of the outside world after each round. */
  readonly marks: readonly Mark[]
  readonly reserves: readonly ReserveFact[]
  readonly trades: readonly TradeFact[]
  /** In cents of a franc: the possible gain of all clients together. */
  readonly allowedLoss: bigint
  readonly halts: readonly string[]
  readonly check: { readonly code: number; readonly said: string }
}

/** A disagreement. `about` is the id of the operation, bank reference or hash concerned. */
export type Difference = { readonly rule: string; readonly about: string; readonly what: string }
