import type { Account } from '../chart.ts'

/** One side of a journal. A debit is positive, a credit negative; minor units of the account's asset. */
export type Line = { readonly account: Account; readonly amount: bigint }

/** Lines that are posted together or not at all. They balance per pool and asset (L1). */
export type Journal = {
  /** Identifies the movement permanently: posting again with the same key moves nothing and returns the same result. */
  readonly key: string
  /** The kind of movement, for reports: `mint_settled`. */
  readonly kind: string
  readonly lines: readonly Line[]
  /** The journal that this one reverses; its lines must then mirror that one's. */
  readonly reverses?: bigint
  /** Ids of the moved rows, for readers of the books. This field is not compared when a key is reused. */
  readonly meta?: Readonly<Record<string, string>>
}

export type Posted = { readonly id: bigint; readonly replayed: boolean }

/** The reason of the database's refusal, in the order of its checks. */
export type Reason =
  | 'key_reused'
  | 'empty'
  | 'unbalanced'
  | 'unknown_journal'
  | 'reversed_already'
  | 'not_a_mirror'
  | 'insufficient'

const messages: Record<Reason, (account: string) => string> = {
  key_reused: () => 'its key belongs to a journal with other lines. Use a new key for a new movement',
  empty: () => 'it moves nothing. Post only lines with an amount',
  unbalanced: () => 'debits and credits differ in some pool and asset (L1). Correct the lines',
  unknown_journal: () => 'the journal to reverse does not exist. Look up its id again',
  reversed_already: () => 'that journal is already reversed. Nothing is left to do',
  not_a_mirror: () =>
    'its lines are not the mirror of the journal that it reverses. Swap debit and credit in each of them',
  insufficient: (account) => `${account} would go below zero (L3). Fund it, or move less`,
}

/** The journal was not posted, and its key is still free. */
export class Refused extends Error {
  override name = 'Refused'
  readonly reason: Reason
  /** The account with insufficient funds. */
  readonly account: Account | undefined

  constructor(journal: Journal, reason: Reason, account?: Account) {
    super(`Journal ${journal.key} was refused: ${messages[reason](account ? account.code : '')}.`)
    this.reason = reason
    this.account = account
  }
}

export function debit(account: Account, amount: bigint): Line {
  return { account, amount: positive(account, amount) }
}

export function credit(account: Account, amount: bigint): Line {
  return { account, amount: -positive(account, amount) }
}

/** Far above any real amount, and far below the limit of numeric(38,0). */
const maxAmount = 10n ** 30n

function positive(account: Account, amount: bigint): bigint {
  if (amount < 0n || amount > maxAmount) {
    throw new RangeError(`${account.code}: an amount is from 0 to 10^30, not ${amount}. Swap debit and credit instead.`)
  }
  return amount
}

const keyPattern = /^[A-Za-z0-9._:/-]{1,200}$/
const kindPattern = /^[a-z][a-z0-9_.]{0,63}$/

/** Throws on malformed input; drops lines of zero, so that a fee line may be written without an `if`. */
export function wellFormed(journal: Journal): Journal {
  if (!keyPattern.test(journal.key)) {
    throw new Error(`A journal's key is 1 to 200 letters, digits and . _ : / -, not ${JSON.stringify(journal.key)}.`)
  }
  if (!kindPattern.test(journal.kind)) {
    throw new Error(`A journal's kind is a lower-case word such as mint_settled, not ${JSON.stringify(journal.kind)}.`)
  }
  if (journal.lines.every((line) => line.amount !== 0n)) return journal
  return { ...journal, lines: journal.lines.filter((line) => line.amount !== 0n) }
}
