import type { PaymentStatus } from '@specie/payments/pain.ts'
import type { Format } from '@specie/payments/match-entries.ts'
import type { FiatCode } from '@specie/protocol/assets.ts'
import type { accountPurposes, payeeResults } from '@specie/protocol/endpoints/destinations.ts'

// An interface to the outside. Its adapter is in the room that uses it.

/** One of our own accounts at the bank. GBP accounts have a sort code and an account number in addition to their IBAN. */
export type OwnAccount = {
  readonly purpose: (typeof accountPurposes)[number]
  readonly currency: FiatCode
  readonly iban: string
  readonly qriban: string | null
  readonly sortcode: string | null
  readonly account: string | null
  readonly bic: string
  readonly name: string
}

/** A file available at the bank, in the bank's own order. */
export type BankFile = {
  readonly number: number
  readonly name: string
  readonly type: Format
  /** IBAN of the account that it reports on. */
  readonly account: string
  readonly bytes: number
}

/** Confirmation of Payee: does this account belong to that name? `name` is the holder's, if the bank discloses it. */
export type PayeeAnswer = {
  readonly result: (typeof payeeResults)[number]
  readonly name: string | null
}

/**
 * The bank. Every call may throw. When `pay` throws, it is unknown whether the order arrived. Call `status` (E1).
 * `status` returns null only when the bank says that it never received that message.
 */
export type Bank = {
  accounts(): Promise<readonly OwnAccount[]>
  files(after: number): Promise<{ readonly files: readonly BankFile[]; readonly last: number }>
  file(name: string): Promise<string>
  pay(messageId: string, xml: string): Promise<PaymentStatus>
  status(messageId: string): Promise<PaymentStatus | null>
  confirmPayee(payee: { sortcode: string; account: string; name: string }): Promise<PayeeAnswer>
}
