import type { PaymentStatus } from '@specie/payments/pain.ts'
import type { Tx } from './db.ts'

// What the service asks of the outside world, as types alone: the adapters live in the rooms that own the question.

/** One of our own accounts at the bank. GBP accounts have a sort code and an account number beside their IBAN. */
export type OwnAccount = {
  readonly purpose: 'client_money' | 'reserve'
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
  readonly type: 'camt.054' | 'camt.053'
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

/** The queue, as those see it who leave work for later (jobs.ts). */
export type Jobs = {
  /** Runs that job soon after this transaction commits, in whichever process is free. */
  wake(tx: Tx, name: string): Promise<void>
}
