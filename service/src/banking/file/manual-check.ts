import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import type { BankCase } from '../reconciliation/cases.ts'

// Compares manually imported files with the bank's statements. A line may wait for its statement; a line that its statement
// does not have is an error.

/** A line of a manual file that no statement has confirmed. */
export type WaitingLine = {
  id: string
  file: string
  account: string
  currency: OwnAccount['currency']
  bankref: string
  direction: string
  amount: bigint
  day: string
  taken_by: string
  contradicted: boolean
}

/**
 * True if the bank's statements should already contain the line. They cover its day without a gap, or a statement that ends
 * on that day was fetched after the file, or the line's date is far in the future and the statements of a week have been
 * fetched since.
 */
const isContradicted = `exists (
    select from banking.message s join banking.file f on f.sha256 = s.file
    left join banking.message before on (before.account, before.format, before.sequence) = (s.account, s.format, s.sequence - 1)
    where s.account = line.account and s.kind = 'camt.053'
      and (s.to_date > booking_date and (s.from_date <= booking_date or before.to_date <= booking_date)
        or s.to_date = booking_date and s.from_date <= booking_date and f.received_at > hand.taken_at
        or s.to_date > hand.taken_on + 7))`

export const waitingLines = (sql: Sql): Promise<WaitingLine[]> =>
  sql.query<WaitingLine>(
    `select line.id, line.file, line.account, line.currency, bankref, direction, amount, booking_date::text as day, taken_by,
       ${isContradicted} as contradicted
     from banking.manual_line line join banking.manual_file hand on hand.sha256 = line.file
     where state = 'waiting' order by line.created_at, line.id`,
  )

/** One case for each line that the bank's statements contradict. */
export async function findContradictions(sql: Sql): Promise<BankCase[]> {
  return (await waitingLines(sql)).filter(({ contradicted }) => contradicted).map(caseOf)
}

const caseOf = ({ id, file, account, currency, bankref, direction, amount, day }: WaitingLine): BankCase => ({
  kind: 'manual_mismatch',
  cause: id,
  detail: {
    account,
    bankref,
    direction,
    amount: `${formatAmount({ asset: currency, minor: amount })} ${currency}`,
    date: day,
    file,
    problem: 'A manual file reported it, but the statement of its day does not have it. See specie bank retract-file.',
  },
})
