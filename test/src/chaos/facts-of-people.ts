import type { Mark, ThingKind } from './basic-facts.ts'

// What people decided about institutions, their debts and their keys while a chaos run went on, and what was seen then.

/** A thing as the lists told it at one moment. */
export type Seen = { readonly kind: ThingKind; readonly status: string; readonly end: 'done' | 'undone' | 'open' }
export type SeenById = Readonly<Record<string, Seen>>

/** An institution that was suspended, or offboarded for good. */
export type StopFact = {
  readonly institution: string
  readonly how: 'suspended' | 'offboarded'
  /** When whoever decided it had the answer. */
  readonly began: Mark
  /** Before its end was asked for; null: it lasts. */
  readonly ended: Mark | null
  /** What they were told cannot be stopped any more: all of it, or only what was begun. */
  readonly reported: Readonly<Record<string, 'ends' | 'partly'>>
  readonly before: SeenById
  /** Null: as it is at the end. */
  readonly after: SeenById | null
  /** Where two people have agreed to pay the balances of an offboarded institution. Null: it is too little. */
  readonly payouts: readonly { readonly asset: string; readonly to: string | null }[]
}

/** A debt of an institution, from when it was told first to when it was told last. */
export type DebtFact = {
  readonly institution: string
  readonly asset: string
  /** When it arose, as it is told: one debt is told from another by it. */
  readonly since: string
  readonly began: Mark
  readonly ended: Mark
  /** What was in the lists already. */
  readonly known: readonly string[]
  /** What two people let go in spite of it. */
  readonly released: readonly string[]
}

/** A wire from an account that is not the provider's, with the reference that we gave the provider. */
export type ForgedFact = {
  readonly bankref: string
  /** The mint or the payment over a rail that the provider pays for with that reference. */
  readonly thing: string
  /** Every reference under which the provider may pay for it: what it has refused is asked for again under another one. */
  readonly references: readonly string[]
}

/** A key or a session besides the first key: its calls, in wall time of this process. */
export type DoorFact = {
  readonly id: string
  readonly institution: string
  readonly kind: 'key' | 'session'
  /** When whoever ended it had the answer; null: nobody did. */
  readonly endedAt: number | null
  readonly calls: readonly DoorCall[]
}
export type DoorCall = {
  readonly what: string
  readonly clreqid: string
  readonly beganAt: number
  readonly isAccepted: boolean
}

/** Staff have a case about the balance of an offboarded institution. */
export type BalanceCase = { readonly institution: string; readonly asset: string }
