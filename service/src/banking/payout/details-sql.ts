type Paid = 'withdrawal' | 'redemption' | 'rail'

const ofPayout = (column: string, kind: Paid, subject: string): string =>
  `(select max(${column}) from banking.payout_details p where p.kind = '${kind}' and p.subject = ${subject})`

/** SQL for the bank's reference of the payout of a withdrawal or redemption; null until the bank has booked it. */
export const payoutBankrefSql = (kind: Paid, subject: string): string => ofPayout('debited', kind, subject)

/** SQL for the day of the order to the bank; null before the order and after the booking. */
export const payoutDaySql = (kind: Paid, subject: string): string => ofPayout('pays_on', kind, subject)

/** Why the payment is delayed: a weekend, a holiday or the cut-off. Null while the bank has no order. */
export const waitsForBank = (day: string | null): string | null => (day === null ? null : `The bank pays it on ${day}.`)
