import { daysApart, namesPayment, type ReportedEntry } from '@specie/payments/match-entries.ts'
import type { Tx } from '../../base/database/db.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import type { Line, Movement } from './lines.ts'

// The bank may book several payments as one. The amounts of the parts must add up to the amount of the line.

/** Parts that the bank reported as one booking, grouped by its reference. */
function bookingsIn(entries: readonly Movement[]): Movement[][] {
  const parts = entries.filter(({ details }) => details.batch?.part && details.batch.reference !== null)
  return [...Map.groupBy(parts, ({ details }) => details.batch!.reference).values()]
}

const sumOf = (all: readonly { details: ReportedEntry }[]): bigint =>
  all.reduce((sum, { details }) => sum + details.amount, 0n)

const isPartOf = (part: ReportedEntry, whole: ReportedEntry): boolean =>
  part.direction === whole.direction && part.currency === whole.currency && daysApart(part, whole) === 0

/** The line names this booking, by the bank's reference or by the order id. */
function isNamedBy({ batch, bankref, unreferenced }: ReportedEntry, part: ReportedEntry): boolean {
  if (!unreferenced && part.batch?.reference === bankref) return true
  return batch?.id != null && part.batch?.id === batch.id
}

/** For lines that may combine several payments: parts that the bank reported as one booking in another file. */
export function findBookings(lines: readonly Line[], entries: readonly Movement[]): Map<Line, Movement[]> {
  const matched = new Map<Line, Movement[]>()
  const open = new Set(bookingsIn(entries))
  const candidates = (line: Line) =>
    [...open].filter((parts) => isPartOf(parts[0]!.details, line.details) && sumOf(parts) === line.details.amount)
  const assign = (line: Line, parts: Movement[]) => {
    matched.set(line, parts)
    open.delete(parts)
  }
  for (const line of lines) {
    const named = candidates(line).find((parts) => isNamedBy(line.details, parts[0]!.details))
    if (named) assign(line, named)
  }
  for (const line of lines) {
    if (matched.has(line)) continue
    const fit = candidates(line)
    const rivals = lines.filter(
      (other) => !matched.has(other) && fit.some((parts) => candidates(other).includes(parts)),
    )
    // There must be as many lines as bookings with this sum. They are interchangeable.
    if (fit.length > 0 && fit.length === rivals.length) assign(line, fit[0]!)
  }
  return matched
}

/**
 * Reports the rest of a day. If the lines of one direction that may be several payments add up to the movements that this kind of
 * file has not reported, they report all of them.
 */
export function findSums(lines: readonly Line[], entries: readonly Movement[]): Map<Line, Movement[]> {
  const matched = new Map<Line, Movement[]>()
  const open = lines.filter(({ details }) => !namesPayment(details))
  for (const group of Map.groupBy(open, ({ details }) => `${details.direction} ${details.bookingDate}`).values()) {
    const parts = entries.filter(({ details }) => group.some((line) => isPartOf(details, line.details)))
    if (parts.length > 0 && sumOf(parts) === sumOf(group)) for (const line of group) matched.set(line, parts)
  }
  return matched
}

/** One of our payments in an order. */
export type OrderPayment = {
  order: string
  amount: bigint
  end_to_end_id: string
  creditor_name: string
  creditor_account: string
}

/**
 * The payments of our order that the bank has debited as one. The line names the order (PmtInfId, or the truncated customer
 * reference of an MT940); or, with `bySum`, no other open order has this sum.
 */
export async function findOrder(
  tx: Tx,
  own: OwnAccount,
  details: ReportedEntry,
  bySum: boolean,
): Promise<OrderPayment[]> {
  if (details.direction !== 'debit' || details.returnReason !== null || details.reversal) return []
  const isNamedBy = [details.batch?.id, details.endToEndId, details.instructionId].filter((name) => name != null)
  const rows = await tx.query<OrderPayment & { named: boolean; open: boolean }>(
    `select o.message_id as order, p.amount, p.end_to_end_id, p.creditor_name, p.creditor_account,
       o.message_id = any($3) or left(o.message_id, 16) = any($3) as named,
       p.debited is null and p.state in ('batched', 'sent', 'accepted') as open
     from banking.payment_order o join banking.payout p on p.order_id = o.id
     where o.purpose = $1 and o.currency = $2 and p.state <> 'rejected'
       and (o.message_id = any($3) or left(o.message_id, 16) = any($3)
         or ($4 and o.execution_date between $5::date - 4 and $5::date + 4))
     order by p.created_at, p.id`,
    [own.purpose, own.currency, isNamedBy, bySum, details.bookingDate],
  )
  const orders = [...Map.groupBy(rows, (row) => row.order).values()].filter(
    (payments) => payments.reduce((sum, { amount }) => sum + amount, 0n) === details.amount,
  )
  const named = orders.filter((payments) => payments[0]!.named)
  const open = orders.filter((payments) => payments.every((payment) => payment.open))
  const [matched, ...others] = named.length > 0 ? named : bySum ? open : []
  return matched && others.length === 0 ? matched : []
}
