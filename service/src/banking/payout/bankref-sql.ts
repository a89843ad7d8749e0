/** SQL for the bank's reference of the payout of a withdrawal or redemption; null until the bank has booked it. */
export const payoutBankrefSql = (kind: 'withdrawal' | 'redemption', subject: string): string =>
  `(select max(debited) from banking.payout_details p where p.kind = '${kind}' and p.subject = ${subject})`
