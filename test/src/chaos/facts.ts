import type { Mark, ThingKind } from './basic-facts.ts'
import type { BalanceCase, DebtFact, DoorFact, ForgedFact, StopFact } from './facts-of-people.ts'

// What the world says at the end of a chaos run, as plain data: the institutions' own lists, the bank's files, the chains'
// events, the provider's state. Nothing here comes from a table of the service. Amounts are minor units.

/** A coin that came into being, moved or was burned on a chain. `from` is null for a mint, `to` for a burn. */
export type ChainEvent = {
  readonly chain: string
  readonly asset: string
  readonly from: string | null
  readonly to: string | null
  readonly amount: bigint
  readonly txid: string
  readonly block: number
}

/** One entry on an account of ours, as the bank has told it first, and in which file. */
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
  /** The text that it was sent with. */
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
  /** How often a settlement or a return of it was carried out. */
  readonly settlements: number
  readonly returns: number
  readonly net: bigint | null
}

/** Something of an institution's, in one shape for all lists. */
export type Thing = {
  readonly kind: ThingKind
  readonly id: string
  readonly institution: string
  readonly status: string
  /** `done`: it has happened. `undone`: it must have left no trace. `open`: it waits, or is under way. */
  readonly end: 'done' | 'undone' | 'open'
  /** What it does to the total of its institution's balance when it is done, by asset. */
  readonly moves: Readonly<Record<string, bigint>>
  /** What it may have cost at most although it was not done: the network's fee of crypto that was on its way. */
  readonly mayCost: Readonly<Record<string, bigint>>
  /** What is its own while it is under way: the worth of coins that are burned, the proceeds of crypto that is sold. */
  readonly halfway: Readonly<Record<string, bigint>>
  /** What it leaves outside when it is done, each once. */
  readonly claims: readonly Claim[]
  /** The wallet outside that its coins go to; null: none. */
  readonly to: string | null
  readonly row: unknown
}

export type Claim =
  | {
      readonly at: 'chain'
      readonly chain: string
      readonly asset: string
      readonly what: 'mint' | 'burn' | 'in' | 'out'
      /** Every hash that it may have. */
      readonly txids: readonly string[]
      /** Where coins go; null: to an address of the service itself. */
      readonly to: string | null
      readonly amount: bigint
    }
  /** A payout: debits of this amount to this account, and how many of them stay there when all is done. */
  | {
      readonly at: 'bank'
      readonly currency: string
      readonly to: string
      readonly amount: bigint
      readonly stays: 0 | 1
    }
  /** A wire that came in. */
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
  readonly things: readonly Thing[]
  readonly movements: readonly Movement[]
  /** Available and pending together, by asset. */
  readonly totals: Readonly<Record<string, bigint>>
  readonly available: Readonly<Record<string, bigint>>
  /** What it owes, as the console tells it. */
  readonly owed: Readonly<Record<string, bigint>>
  /** How its wires are known: references and account numbers. */
  readonly references: readonly string[]
  /** Addresses where coins arrive for it: deposits and off-ramps. */
  readonly inboxes: readonly string[]
  /** Wallets and bank accounts that are its own and outside. */
  readonly wallets: readonly string[]
  readonly accounts: readonly string[]
}

/** A hold on a thing by its id: what was answered, and what was seen when it began and when it ended. */
export type HoldFact = {
  readonly holdid: string
  readonly thing: string
  readonly kind: ThingKind
  /** Null where the service does not say: then a hold that was taken is a promise. */
  readonly answer: 'held' | 'partly' | 'too_late' | null
  readonly statusAt: string
  readonly wasOpen: boolean
  readonly began: Mark
  readonly ended: Mark
  readonly statusThen: string
  readonly decision: 'release' | 'reject' | 'none'
}

/** An address that was taken off the list. What was under way to it then may still arrive. */
export type RevocationFact = {
  readonly addressid: string
  readonly chain: string
  readonly address: string
  readonly began: Mark
  /** Null: for good. */
  readonly ended: Mark | null
  readonly underWay: readonly string[]
}

export type ReserveFact = {
  readonly asset: string
  readonly currency: string
  readonly shownSupply: Readonly<Record<string, bigint>>
  readonly chainSupply: Readonly<Record<string, bigint>>
  /** As shown, in ten thousandths; null when nothing circulates. */
  readonly shownCoverage: bigint | null
  /** The bank's own balance of the reserve account, and what the service shows of it. */
  readonly bankBalance: bigint
  readonly shownBalance: bigint
  /** Minted and redeemed since the run began, by the lists, in cents; and what the bank has swept each way. */
  readonly minted: bigint
  readonly redeemed: bigint
  readonly sweptIn: bigint
  readonly sweptOut: bigint
}

/** What a client exchanged, in whichever way. */
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
  /** Whoever is given coins by the sandbox: the outsider, the desk and the venues. */
  readonly strangers: readonly string[]
  readonly bank: readonly BankFact[]
  readonly provider: readonly ProviderFact[]
  readonly holds: readonly HoldFact[]
  readonly revocations: readonly RevocationFact[]
  readonly stops: readonly StopFact[]
  readonly debts: readonly DebtFact[]
  readonly forged: readonly ForgedFact[]
  readonly doors: readonly DoorFact[]
  readonly balanceCases: readonly BalanceCase[]
  /** From which accounts the provider pays, as it has told us. */
  readonly providerAccounts: readonly string[]
  /** Where the world outside stood after each round. */
  readonly marks: readonly Mark[]
  readonly reserves: readonly ReserveFact[]
  readonly trades: readonly TradeFact[]
  /** In cents of a franc: what all clients together may have gained. */
  readonly allowedLoss: bigint
  readonly halts: readonly string[]
  readonly check: { readonly code: number; readonly said: string }
}

/** Something that does not agree. `about` is the id of the thing, bank reference or hash that it concerns. */
export type Difference = { readonly rule: string; readonly about: string; readonly what: string }
