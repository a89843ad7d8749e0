import type { Mark, OperationKind } from './basic-facts.ts'

// The decisions of people about institutions, debts and keys during a chaos run, with the observations at the time.

/** An operation in the lists at one moment. */
export type Seen = { readonly kind: OperationKind; readonly status: string; readonly end: 'done' | 'undone' | 'open' }
export type SeenById = Readonly<Record<string, Seen>>

/** An institution that was suspended, or offboarded permanently. */
export type StopFact = {
  readonly institution: string
  readonly how: 'suspended' | 'offboarded'
  /** The time of the answer to its decision. */
  readonly began: Mark
  /** Before the request for its end; null if it has not ended. */
  readonly ended: Mark | null
  /** The reported irrevocable operations: entirely, or only their begun part. */
  readonly reported: Readonly<Record<string, 'ends' | 'partly'>>
  readonly before: SeenById
  /** Null: as at the end. */
  readonly after: SeenById | null
  /** The agreed destination of an offboarded institution's balances. Null: it is too little. */
  readonly payouts: readonly { readonly asset: string; readonly to: string | null }[]
}

/** A debt of an institution, from its first to its last report. */
export type DebtFact = {
  readonly institution: string
  readonly asset: string
  /** Its reported start, which identifies the debt. */
  readonly since: string
  readonly began: Mark
  readonly ended: Mark
  /** The operations already in the lists. */
  readonly known: readonly string[]
  /** The operations released by two people in spite of it. */
  readonly released: readonly string[]
}

/** A wire from another account than the provider's, with the reference that we gave the provider. */
export type ForgedFact = {
  readonly bankref: string
  /** The mint or the rail payment that the provider pays for with that reference. */
  readonly thing: string
  /** Every reference under which the provider may pay for it: a refused request is repeated under another one. */
  readonly references: readonly string[]
}

/** A key or a session in addition to the first key: its calls, in wall time of this process. */
export type CredentialFact = {
  readonly id: string
  readonly institution: string
  readonly kind: 'key' | 'session'
  /** The time of the answer to its end; null if it was not ended. */
  readonly endedAt: number | null
  readonly calls: readonly CredentialCall[]
}
export type CredentialCall = {
  readonly what: string
  readonly clreqid: string
  readonly beganAt: number
  readonly isAccepted: boolean
}

/** Staff have a case about the balance of an offboarded institution. */
export type BalanceCase = { readonly institution: string; readonly asset: string }
