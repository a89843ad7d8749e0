import { daysApart, namesPayment, type Told } from '@specie/payments/same.ts'
import type { Tx } from '../../base/database/db.ts'
import type { OwnAccount } from '../../base/ports/ports.ts'
import type { Line, Movement } from './lines.ts'

// The bank may book several payments as one. Such a line and its parts must add up.

/** Parts that the bank told as one booking, by the reference of the booking. */
function bookingsIn(entries: readonly Movement[]): Movement[][] {
  const parts = entries.filter(({ told }) => told.batch?.part && told.batch.reference !== null)
  return [...Map.groupBy(parts, ({ told }) => told.batch!.reference).values()]
}

const sumOf = (all: readonly { told: Told }[]): bigint => all.reduce((sum, { told }) => sum + told.amount, 0n)

const isPartOf = (part: Told, whole: Told): boolean =>
  part.direction === whole.direction && part.currency === whole.currency && daysApart(part, whole) === 0

/** The line names this booking, by the bank's reference or by the name of the order. */
function names({ batch, bankref, unreferenced }: Told, part: Told): boolean {
  if (!unreferenced && part.batch?.reference === bankref) return true
  return batch?.id != null && part.batch?.id === batch.id
}

/** For lines that may stand for several payments: the parts that the bank has told as one booking elsewhere. */
export function findBookings(lines: readonly Line[], entries: readonly Movement[]): Map<Line, Movement[]> {
  const found = new Map<Line, Movement[]>()
  const open = new Set(bookingsIn(entries))
  const fitting = (line: Line) =>
    [...open].filter((parts) => isPartOf(parts[0]!.told, line.told) && sumOf(parts) === line.told.amount)
  const take = (line: Line, parts: Movement[]) => {
    found.set(line, parts)
    open.delete(parts)
  }
  for (const line of lines) {
    const named = fitting(line).find((parts) => names(line.told, parts[0]!.told))
    if (named) take(line, named)
  }
  for (const line of lines) {
    if (found.has(line)) continue
    const fit = fitting(line)
    const rivals = lines.filter((other) => !found.has(other) && fit.some((parts) => fitting(other).includes(parts)))
    // As many lines as bookings of this sum: which is which does not matter.
    if (fit.length > 0 && fit.length === rivals.length) take(line, fit[0]!)
  }
  return found
}

/**
 * What is left of a day: where the lines of a direction that may stand for several payments add up to the movements
 * that this kind of file has not told, they tell them all.
 */
export function findSums(lines: readonly Line[], entries: readonly Movement[]): Map<Line, Movement[]> {
  const found = new Map<Line, Movement[]>()
  const open = lines.filter(({ told }) => !namesPayment(told))
  for (const some of Map.groupBy(open, ({ told }) => `${told.direction} ${told.bookingDate}`).values()) {
    const parts = entries.filter(({ told }) => some.some((line) => isPartOf(told, line.told)))
    if (parts.length > 0 && sumOf(parts) === sumOf(some)) for (const line of some) found.set(line, parts)
  }
  return found
}

/** A payment of ours inside an order. */
export type Ordered = {
  order: string
  amount: bigint
  end_to_end_id: string
  creditor_name: string
  creditor_account: string
}

/**
 * The payments of an order of ours that the bank may have debited as one. The line names the order (PmtInfId, or the
 * customer reference of an MT940, which is cut); or, where `bySum`, no other order under way has this sum.
 */
export async function findOrder(tx: Tx, own: OwnAccount, told: Told, bySum: boolean): Promise<Ordered[]> {
  if (told.direction !== 'debit' || told.returnReason !== null || told.reversal) return []
  const names = [told.batch?.id, told.endToEndId, told.instructionId].filter((name) => name != null)
  const rows = await tx.query<Ordered & { named: boolean; open: boolean }>(
    `select o.message_id as order, p.amount, p.end_to_end_id, p.creditor_name, p.creditor_account,
       o.message_id = any($3) or left(o.message_id, 16) = any($3) as named,
       p.debited is null and p.state in ('batched', 'sent', 'accepted') as open
     from banking.payment_order o join banking.payout p on p.order_id = o.id
     where o.purpose = $1 and o.currency = $2 and p.state <> 'rejected'
       and (o.message_id = any($3) or left(o.message_id, 16) = any($3)
         or ($4 and o.execution_date between $5::date - 4 and $5::date + 4))
     order by p.created_at, p.id`,
    [own.purpose, own.currency, names, bySum, told.bookingDate],
  )
  const orders = [...Map.groupBy(rows, (row) => row.order).values()].filter(
    (payments) => payments.reduce((sum, { amount }) => sum + amount, 0n) === told.amount,
  )
  const named = orders.filter((payments) => payments[0]!.named)
  const open = orders.filter((payments) => payments.every((payment) => payment.open))
  const [found, ...others] = named.length > 0 ? named : bySum ? open : []
  return found && others.length === 0 ? found : []
}
