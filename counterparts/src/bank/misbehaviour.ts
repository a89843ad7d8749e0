import type { PendingFault } from '../pending-faults.ts'

/** Faults of the bank that can be requested, and what they mean. */
export const misbehaviours = {
  duplicate_file: 'the next file is sent twice, the same bytes under a second name',
  missing_sequence: 'the next camt.054 is withheld until it is released, or until the next day',
  late_statement: 'the next camt.053 arrives `seconds` late',
  mt940_beside: 'the next camt.053 with entries is also sent as an MT940 without references',
  collective_statement: 'the next camt.053 with entries combines those of a direction into one, without details',
  false_notification: 'the next camt.054 with a wire reports a second one like it, which was never booked',
  reject_payment: 'the next payment to a third party is refused with `reason`',
  return_payment: 'the next payment to a third party is returned with `reason`, `seconds` after it was booked',
  recall: 'the wire `bankref`, or else the newest one, is recalled with `reason`; without any, the next one',
  accept_then_timeout: 'the next payment order is accepted, and the connection ends without an answer',
  timeout: 'the next payment order is not accepted, and the connection ends without an answer',
} as const

export type Misbehaviour = keyof typeof misbehaviours

export type PendingBankFault = PendingFault<Misbehaviour> & { reason: string | null }

/** In settlement time: how long the other bank takes to return a payment or to detect fraud. */
export const usualSeconds = { return_payment: 1_800, recall: 1_800, late_statement: 14_400 } as const
