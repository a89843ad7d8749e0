import {
  compareTold,
  daysApart,
  type Format,
  isClear,
  mayBeOne,
  namesPayment,
  type Told,
} from '@specie/payments/same.ts'
import type { Tx } from '../../base/database/db.ts'
import type { OwnAccount } from '../../base/ports/ports.ts'
import { type BankCase, closeCase } from '../reconciliation/cases.ts'
import { findBookings, findOrder, findSums, type Ordered } from './collective.ts'
import { formatOf, type Message, type StoredEntry, toldIn } from './entries.ts'
import { addMovements, join, keepLine, type Line, type Movement, reopenLines, tell, untoldBy } from './lines.ts'
import { pairUp } from './pair.ts'

/**
 * Takes down what a message tells. A line tells a movement that is known, or a new one; a line that does not say which
 * moves nothing and waits, with a case. Lines that waited are looked at again: this message may explain them.
 */
export async function takeDown(
  tx: Tx,
  own: OwnAccount,
  message: Message,
  messageId: bigint,
  at: Date,
): Promise<BankCase[]> {
  if (message.entries.length === 0) return []
  const format = formatOf(message)
  const lines = message.entries.map((entry, place) => ({
    id: null,
    message: messageId,
    place,
    told: { ...entry, format },
  }))
  const { known, cases } = await byReference(tx, own, lines)
  await tell(tx, messageId, [...new Set(known.values())])
  const fresh = lines.filter((line) => !known.has(line))
  const dates = lines.flatMap(({ told }) => [told.bookingDate, told.valueDate])
  const kinds = new Set(fresh.filter(({ told }) => !isClear(told)).map(({ told }) => told.format))
  const waiting = await reopenLines(tx, own, dates, [...kinds])
  return [...cases, ...(await sortLines(tx, own, [...fresh, ...waiting], at))]
}

type Known = { bankref: string; id: bigint; direction: Told['direction']; amount: bigint; said: StoredEntry }

/**
 * Movements that the bank has told before under the same reference. What takes a movement back may bear its reference, and
 * banks use a reference again: such a line is compared like any other.
 */
async function byReference(tx: Tx, own: OwnAccount, lines: readonly Line[]) {
  const given = lines.filter(({ told }) => !told.unreferenced)
  const before = await knownUnder(
    tx,
    own,
    given.map(({ told }) => told.bankref),
  )
  const known = new Map<Line, bigint>()
  const cases: BankCase[] = []
  for (const line of given) {
    const { told, message } = line
    for (const entry of before.get(told.bankref) ?? []) {
      const differs = entry.direction !== told.direction || entry.amount !== told.amount
      if (!isSame(told, toldIn(entry.said), differs)) continue
      known.set(line, entry.id)
      if (!differs) continue
      const cause = `${own.iban}/${told.format}/${message}/${told.bankref}`
      const detail = { bankref: told.bankref, known: sumOf(entry), told: sumOf(told) }
      cases.push({ kind: 'entry_differs', cause, entryId: entry.id, detail })
    }
  }
  return { known, cases }
}

async function knownUnder(tx: Tx, own: OwnAccount, bankrefs: readonly string[]): Promise<Map<string, Known[]>> {
  const rows = await tx.query<Known>(
    `with asked as (select distinct unnest($2::text[]) as bankref)
     select named.bankref, entry.id, direction, amount, coalesce(fuller, said) as said
     from (
       select asked.bankref, id from asked join banking.entry on said ->> 'bankref' = asked.bankref
       where account = $1 and said ->> 'unreferenced' is null
       union all
       select bankref, entry_id from asked join banking.alias using (bankref) where account = $1
     ) named join banking.entry on entry.id = named.id and disowned_at is null`,
    [own.iban, bankrefs],
  )
  return Map.groupBy(rows, ({ bankref }) => bankref)
}

/** A booking without its parts may carry the reference of one of them: it is compared by its sum. */
function isSame(told: Told, known: Told, differs: boolean): boolean {
  if (differs) return !isWhole(told) && !takesBack(told, known)
  return mayBeOne(told, known)
}

const sumOf = ({ direction, amount }: Pick<Told, 'direction' | 'amount'>): string => `${direction} ${amount}`

const isWhole = ({ batch }: Told): boolean => batch !== undefined && !batch.part

const isBack = ({ reversal, returnReason }: Told): boolean => reversal || returnReason !== null

/** One of the two takes the other back. */
const takesBack = (told: Told, known: Told): boolean =>
  told.direction !== known.direction && (isBack(told) || isBack(known))

/** What became of the lines so far. */
type Sorting = {
  tx: Tx
  own: OwnAccount
  /** Only one kind of file tells of this account: nothing can be told twice. */
  alone: boolean
  open: Line[]
  /** Why a line waits. */
  problems: Map<Line, string>
}

async function sortLines(tx: Tx, own: OwnAccount, lines: readonly Line[], at: Date): Promise<BankCase[]> {
  if (lines.length === 0) return []
  const [row] = await tx.query<{ alone: boolean | null }>(
    'select min(format) = max(format) as alone from banking.message where account = $1',
    [own.iban],
  )
  const sorting: Sorting = { tx, own, alone: row!.alone === true, open: [...lines], problems: new Map() }
  const formats = [...new Set(lines.map(({ told }) => told.format))]
  // A line that could be placed may have held up another one.
  for (let before = -1; before !== sorting.open.length;) {
    before = sorting.open.length
    for (const format of formats) await sortFormat(sorting, format, at)
  }
  return keepOpen(sorting)
}

async function sortFormat(sorting: Sorting, format: Format, at: Date): Promise<void> {
  const { tx, own } = sorting
  const lines = await withoutKnown(sorting, format, at)
  if (lines.length === 0) return
  const all = lines.some(({ told }) => !namesPayment(told))
  const entries = await untoldBy(tx, own, format, lines, all)
  const { pairs, doubtful } = pairUp(lines, entries, format !== 'camt.054')
  for (const [line, entry] of pairs) {
    if (isClear(line.told)) await join(tx, own, line, entry)
    await settleLine(sorting, line, [entry.id], at)
  }
  const told = new Set(pairs.values())
  const left = entries.filter((entry) => !told.has(entry))
  const unpaired = lines.filter((line) => !pairs.has(line))
  for (const line of unpaired) sorting.problems.delete(line)
  for (const [line, some] of doubtful) sorting.problems.set(line, `may be ${namesOf(some)}, which other files told`)
  const rest = await takeCollectives(sorting, unpaired, left, at)
  await addNew(
    sorting,
    rest.filter((line) => !doubtful.has(line)),
    left,
    at,
  )
}

/** The lines of a format; those that waited and whose reference is known by now are done with. */
async function withoutKnown(sorting: Sorting, format: Format, at: Date): Promise<Line[]> {
  const lines = sorting.open.filter(({ told }) => told.format === format)
  const waited = lines.filter(({ id }) => id !== null)
  if (waited.length === 0) return lines
  const { known } = await byReference(sorting.tx, sorting.own, waited)
  for (const [line, entry] of known) await settleLine(sorting, line, [entry], at)
  return lines.filter((line) => !known.has(line))
}

const namesOf = (entries: readonly Movement[]): string =>
  entries
    .slice(0, 5)
    .map(({ id, told }) => `entry ${id} (${told.bankref})`)
    .join(' or ')

/** The line is done with: what it tells is known. One that had to be compared is kept, to be compared again. */
async function settleLine({ tx, own, open }: Sorting, line: Line, entries: readonly bigint[], at: Date) {
  await tell(tx, line.message, entries)
  const clear = isClear(line.told)
  if (line.id !== null || !clear) await keepLine(tx, own, line, entries, clear ? 'import' : null)
  if (line.id !== null) await closeCase(tx, 'unclear_entry', causeOf(line.id), at)
  open.splice(open.indexOf(line), 1)
}

/** Lines that stand for several payments; answers those that do not, or whose parts are not known. */
async function takeCollectives(sorting: Sorting, lines: readonly Line[], left: readonly Movement[], at: Date) {
  const rest: Line[] = []
  for (const line of lines) {
    const isOne = line.told.format !== 'mt940' && namesPayment(line.told)
    const bySum = sorting.alone && !isClear(line.told)
    const payments = isOne ? [] : await findOrder(sorting.tx, sorting.own, line.told, bySum)
    if (payments.length === 0) rest.push(line)
    else await splitOrder(sorting, line, payments, at)
  }
  const whole = rest.filter(({ told }) => !namesPayment(told))
  const bookings = findBookings(whole, left)
  const taken = new Set([...bookings.values()].flat())
  const sums = findSums(
    whole.filter((line) => !bookings.has(line)),
    left.filter((entry) => !taken.has(entry)),
  )
  const found = new Map([...bookings, ...sums])
  for (const [line, parts] of found) {
    const ids = parts.map(({ id }) => id)
    await settleLine(sorting, line, ids, at)
  }
  return rest.filter((line) => !found.has(line))
}

/** One debit for an order of ours: each of its payments was booked. Those that were told by themselves are known. */
async function splitOrder({ tx, own, open }: Sorting, line: Line, payments: readonly Ordered[], at: Date) {
  const known = await tx.query<{ id: bigint; end_to_end_id: string }>(
    `select id, end_to_end_id from banking.entry
     where account = $1 and direction = 'debit' and end_to_end_id = any($2) and disowned_at is null`,
    [own.iban, payments.map((payment) => payment.end_to_end_id)],
  )
  const names = new Set(known.map((entry) => entry.end_to_end_id))
  const parts = payments
    .filter((payment) => !names.has(payment.end_to_end_id))
    .map((payment, index) => ({ ...line, told: partOf(line.told, payment, index + 1, payments.length) }))
  await tell(
    tx,
    line.message,
    known.map(({ id }) => id),
  )
  const ids = [...known.map(({ id }) => id), ...(await addMovements(tx, own, parts))]
  const id = await keepLine(tx, own, line, ids, `order ${payments[0]!.order}`)
  await closeCase(tx, 'unclear_entry', causeOf(id), at)
  open.splice(open.indexOf(line), 1)
}

function partOf(whole: Told, payment: Ordered, nth: number, transactions: number): Told {
  const { amount, end_to_end_id: endToEndId, creditor_name: name, creditor_account: account } = payment
  return {
    ...whole,
    bankref: `${whole.bankref}/${nth}`,
    unreferenced: true,
    amount,
    endToEndId,
    instructionId: endToEndId,
    counterparty: { name, account, bic: null },
    batch: { reference: whole.unreferenced ? null : whole.bankref, id: payment.order, transactions, part: true },
  }
}

/** Lines that say by themselves which movement they are, and are no other one's second telling: they are new. */
async function addNew(sorting: Sorting, lines: readonly Line[], left: readonly Movement[], at: Date): Promise<void> {
  const { tx, own, alone, problems } = sorting
  const fresh: Line[] = []
  const repeats = await repeatsAmong(tx, own, lines)
  const reused = await reusedAmong(tx, own, lines)
  const refs = new Set<string>()
  for (const line of lines) {
    // The same reference once more: when the first is known, this one is, too.
    if (refs.has(line.told.bankref)) continue
    const whole = left.find((entry) => mayBePart(line.told, entry.told))
    if (!isClear(line.told) && !(alone && isNamed(line.told))) problems.set(line, unclear)
    else if (whole) problems.set(line, `may be a part of ${namesOf([whole])}, which was told as one`)
    else if (reused.has(line)) problems.set(line, `has the reference of ${reused.get(line)}, which says otherwise`)
    else if (repeats.has(line)) problems.set(line, 'was notified before under another reference of the bank')
    else {
      fresh.push(line)
      refs.add(line.told.bankref)
    }
  }
  const ids = await addMovements(tx, own, fresh)
  for (const [index, line] of fresh.entries()) {
    if (line.id !== null) {
      await keepLine(tx, own, line, [ids[index]!], 'import')
      await closeCase(tx, 'unclear_entry', causeOf(line.id), at)
    }
  }
  const done = new Set(fresh)
  sorting.open = sorting.open.filter((line) => !done.has(line))
}

/** Enough where only one kind of file tells of the account: a bank's reference, or the name of a payment. */
const isNamed = (told: Told): boolean => namesPayment(told) || (!told.unreferenced && !isWhole(told))

const unclear = 'no other file tells of it, and it does not say which payment it is, or whether it is several'

/** What was told without details, or by an MT940 without a reference, may have been a booking of several payments. */
const mayBePart = (part: Told, whole: Told): boolean =>
  (isWhole(whole) || (whole.format === 'mt940' && whole.batch === undefined && !isClear(whole))) &&
  whole.direction === part.direction &&
  whole.amount > part.amount &&
  daysApart(part, whole) === 0

/** Lines under a reference of the bank that another movement of their direction bears already. */
async function reusedAmong(tx: Tx, own: OwnAccount, lines: readonly Line[]): Promise<Map<Line, string>> {
  const given = lines.filter(({ told }) => !told.unreferenced)
  const rows = await tx.query<{ place: number; id: bigint }>(
    `select asked.place, entry.id from unnest($2::int[], $3::text[], $4::text[]) asked (place, bankref, direction)
     join banking.entry on entry.said ->> 'bankref' = asked.bankref and entry.direction = asked.direction
     where account = $1 and said ->> 'unreferenced' is null and disowned_at is null`,
    [
      own.iban,
      given.map((_, index) => index),
      given.map(({ told }) => told.bankref),
      given.map(({ told }) => told.direction),
    ],
  )
  return new Map(rows.map(({ place, id }) => [given[place]!, `entry ${id}`]))
}

/**
 * Credits that a notification told already, as far as the payer's own id goes, under another reference of the bank. The
 * statement will show whether there are two.
 */
async function repeatsAmong(tx: Tx, own: OwnAccount, lines: readonly Line[]): Promise<Set<Line>> {
  const named = lines.filter(
    ({ told }) => told.format === 'camt.054' && told.direction === 'credit' && told.endToEndId !== null,
  )
  const rows = await tx.query<{ said: StoredEntry }>(
    `select coalesce(fuller, said) as said from unnest($2::text[], $3::numeric[]) asked (end_to_end_id, amount)
     join banking.entry using (end_to_end_id, amount)
     where account = $1 and direction = 'credit' and notified_by is not null and disowned_at is null`,
    [own.iban, named.map(({ told }) => told.endToEndId), named.map(({ told }) => told.amount)],
  )
  const seen = Map.groupBy(
    rows.map(({ said }) => toldIn(said)),
    (told) => told.endToEndId,
  )
  const repeats = new Set<Line>()
  for (const line of named) {
    const before = seen.get(line.told.endToEndId) ?? []
    if (before.some((told) => compareTold(told, line.told).verdict !== 'different')) repeats.add(line)
    else seen.set(line.told.endToEndId, [...before, line.told])
  }
  return repeats
}

export const causeOf = (line: bigint): string => `line ${line}`

/** What is still open waits, and moves nothing. */
async function keepOpen({ tx, own, open, problems }: Sorting): Promise<BankCase[]> {
  const cases: BankCase[] = []
  for (const line of open) {
    const { direction, amount, bankref, bookingDate, format } = line.told
    const id = await keepLine(tx, own, line, [], null)
    const detail = {
      line: String(id),
      account: own.iban,
      format,
      bankref,
      direction,
      amount: String(amount),
      date: bookingDate,
      problem: problems.get(line) ?? unclear,
    }
    cases.push({ kind: 'unclear_entry', cause: causeOf(id), detail })
  }
  return cases
}
