import {
  compareEntries,
  daysApart,
  type Format,
  isClear,
  mayBeOne,
  namesPayment,
  type ReportedEntry,
} from '@specie/payments/match-entries.ts'
import type { Tx } from '../../base/database/db.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { type BankCase, closeCase } from '../reconciliation/cases.ts'
import { findBookings, findOrder, findSums, type OrderPayment } from './collective.ts'
import { formatOf, type Message, type StoredEntry, fromStored } from '../entry/entries.ts'
import {
  addMovements,
  mergeDetails,
  storeLine,
  type Line,
  type Movement,
  reopenLines,
  markReported,
  unreportedBy,
} from './lines.ts'
import { pairLines } from './pair.ts'

/**
 * Records the lines of a message. A line reports a known movement or a new one. An unclear line moves nothing and waits,
 * with a case. Waiting lines are compared again because this message may explain them.
 */
export async function recordLines(
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
    details: { ...entry, format },
  }))
  const { matched, cases } = await matchByReference(tx, own, lines)
  await markReported(tx, messageId, [...new Set(matched.values())])
  const added = lines.filter((line) => !matched.has(line))
  const dates = lines.flatMap(({ details }) => [details.bookingDate, details.valueDate])
  const kinds = new Set(added.filter(({ details }) => !isClear(details)).map(({ details }) => details.format))
  const waiting = await reopenLines(tx, own, dates, [...kinds])
  return [...cases, ...(await matchLines(tx, own, [...added, ...waiting], at))]
}

type StoredMovement = {
  bankref: string
  id: bigint
  direction: ReportedEntry['direction']
  amount: bigint
  reported: StoredEntry
}

/**
 * Movements that the bank has reported before under the same reference. A reversal may have the reference of the original,
 * and banks reuse references. Such a line is compared like any other.
 */
async function matchByReference(tx: Tx, own: OwnAccount, lines: readonly Line[]) {
  const referenced = lines.filter(({ details }) => !details.unreferenced)
  const earlier = await findByReference(
    tx,
    own,
    referenced.map(({ details }) => details.bankref),
  )
  const matched = new Map<Line, bigint>()
  const cases: BankCase[] = []
  for (const line of referenced) {
    const { details, message } = line
    for (const entry of earlier.get(details.bankref) ?? []) {
      const differs = entry.direction !== details.direction || entry.amount !== details.amount
      if (!isSame(details, fromStored(entry.reported), differs)) continue
      matched.set(line, entry.id)
      if (!differs) continue
      const cause = `${own.iban}/${details.format}/${message}/${details.bankref}`
      const detail = { bankref: details.bankref, known: sumOf(entry), reported: sumOf(details) }
      cases.push({ kind: 'entry_differs', cause, entryId: entry.id, detail })
    }
  }
  return { matched, cases }
}

async function findByReference(
  tx: Tx,
  own: OwnAccount,
  bankrefs: readonly string[],
): Promise<Map<string, StoredMovement[]>> {
  const rows = await tx.query<StoredMovement>(
    `with wanted as (select distinct unnest($2::text[]) as bankref)
     select named.bankref, entry.id, direction, amount, coalesce(reported_detail, reported) as reported
     from (
       select wanted.bankref, id from wanted join banking.entry on reported ->> 'bankref' = wanted.bankref
       where account = $1 and reported ->> 'unreferenced' is null
       union all
       select bankref, entry_id from wanted join banking.alias using (bankref) where account = $1
     ) named join banking.entry on entry.id = named.id and retracted_at is null`,
    [own.iban, bankrefs],
  )
  return Map.groupBy(rows, ({ bankref }) => bankref)
}

/** A booking without parts may have the reference of one of them, so it is compared by its sum. */
function isSame(details: ReportedEntry, other: ReportedEntry, differs: boolean): boolean {
  if (differs) return !isWhole(details) && !reverses(details, other)
  return mayBeOne(details, other)
}

const sumOf = ({ direction, amount }: Pick<ReportedEntry, 'direction' | 'amount'>): string => `${direction} ${amount}`

const isWhole = ({ batch }: ReportedEntry): boolean => batch !== undefined && !batch.part

const isReversal = ({ reversal, returnReason }: ReportedEntry): boolean => reversal || returnReason !== null

/** One of the two reverses the other. */
const reverses = (details: ReportedEntry, other: ReportedEntry): boolean =>
  details.direction !== other.direction && (isReversal(details) || isReversal(other))

type Matching = {
  tx: Tx
  own: OwnAccount
  /** The account has files of one format only. Nothing can be reported twice. */
  alone: boolean
  open: Line[]
  /** Why a line waits. */
  problems: Map<Line, string>
}

async function matchLines(tx: Tx, own: OwnAccount, lines: readonly Line[], at: Date): Promise<BankCase[]> {
  if (lines.length === 0) return []
  const [row] = await tx.query<{ alone: boolean | null }>(
    'select min(format) = max(format) as alone from banking.message where account = $1',
    [own.iban],
  )
  const matching: Matching = { tx, own, alone: row!.alone === true, open: [...lines], problems: new Map() }
  const formats = [...new Set(lines.map(({ details }) => details.format))]
  // Matching one line may make another one clear.
  for (let earlier = -1; earlier !== matching.open.length;) {
    earlier = matching.open.length
    for (const format of formats) await matchFormat(matching, format, at)
  }
  return storeUnclear(matching)
}

async function matchFormat(matching: Matching, format: Format, at: Date): Promise<void> {
  const { tx, own } = matching
  const lines = await withoutMatched(matching, format, at)
  if (lines.length === 0) return
  const all = lines.some(({ details }) => !namesPayment(details))
  const entries = await unreportedBy(tx, own, format, lines, all)
  const { pairs, doubtful } = pairLines(lines, entries, format !== 'camt.054')
  for (const [line, entry] of pairs) {
    if (isClear(line.details)) await mergeDetails(tx, own, line, entry)
    await settleLine(matching, line, [entry.id], at)
  }
  const paired = new Set(pairs.values())
  const remaining = entries.filter((entry) => !paired.has(entry))
  const unpaired = lines.filter((line) => !pairs.has(line))
  for (const line of unpaired) matching.problems.delete(line)
  for (const [line, candidates] of doubtful)
    matching.problems.set(line, `may be ${namesOf(candidates)}, which other files have reported`)
  const rest = await matchCollectives(matching, unpaired, remaining, at)
  await addNew(
    matching,
    rest.filter((line) => !doubtful.has(line)),
    remaining,
    at,
  )
}

/** The lines of a format without the waiting lines whose reference is now known. Those are settled. */
async function withoutMatched(matching: Matching, format: Format, at: Date): Promise<Line[]> {
  const lines = matching.open.filter(({ details }) => details.format === format)
  const waited = lines.filter(({ id }) => id !== null)
  if (waited.length === 0) return lines
  const { matched } = await matchByReference(matching.tx, matching.own, waited)
  for (const [line, entry] of matched) await settleLine(matching, line, [entry], at)
  return lines.filter((line) => !matched.has(line))
}

const namesOf = (entries: readonly Movement[]): string =>
  entries
    .slice(0, 5)
    .map(({ id, details }) => `entry ${id} (${details.bankref})`)
    .join(' or ')

/** Settles a line whose movements are known. A line matched by comparison is stored, so that it can be compared again. */
async function settleLine({ tx, own, open }: Matching, line: Line, entries: readonly bigint[], at: Date) {
  await markReported(tx, line.message, entries)
  const clear = isClear(line.details)
  if (line.id !== null || !clear) await storeLine(tx, own, line, entries, clear ? 'import' : null)
  if (line.id !== null) await closeCase(tx, 'unclear_entry', causeOf(line.id), at)
  open.splice(open.indexOf(line), 1)
}

/** Matches lines that are several payments; returns the others, and those whose parts are unknown. */
async function matchCollectives(matching: Matching, lines: readonly Line[], remaining: readonly Movement[], at: Date) {
  const rest: Line[] = []
  for (const line of lines) {
    const isOne = line.details.format !== 'mt940' && namesPayment(line.details)
    const bySum = matching.alone && !isClear(line.details)
    const payments = isOne ? [] : await findOrder(matching.tx, matching.own, line.details, bySum)
    if (payments.length === 0) rest.push(line)
    else await splitOrder(matching, line, payments, at)
  }
  const whole = rest.filter(({ details }) => !namesPayment(details))
  const bookings = findBookings(whole, remaining)
  const claimed = new Set([...bookings.values()].flat())
  const sums = findSums(
    whole.filter((line) => !bookings.has(line)),
    remaining.filter((entry) => !claimed.has(entry)),
  )
  const found = new Map([...bookings, ...sums])
  for (const [line, parts] of found) {
    const ids = parts.map(({ id }) => id)
    await settleLine(matching, line, ids, at)
  }
  return rest.filter((line) => !found.has(line))
}

/** One debit for our whole order: each of its payments was booked. Separately reported payments are known. */
async function splitOrder({ tx, own, open }: Matching, line: Line, payments: readonly OrderPayment[], at: Date) {
  const existing = await tx.query<{ id: bigint; end_to_end_id: string }>(
    `select id, end_to_end_id from banking.entry
     where account = $1 and direction = 'debit' and end_to_end_id = any($2) and retracted_at is null`,
    [own.iban, payments.map((payment) => payment.end_to_end_id)],
  )
  const names = new Set(existing.map((entry) => entry.end_to_end_id))
  const parts = payments
    .filter((payment) => !names.has(payment.end_to_end_id))
    .map((payment, index) => ({ ...line, details: partOf(line.details, payment, index + 1, payments.length) }))
  await markReported(
    tx,
    line.message,
    existing.map(({ id }) => id),
  )
  const ids = [...existing.map(({ id }) => id), ...(await addMovements(tx, own, parts))]
  const id = await storeLine(tx, own, line, ids, `order ${payments[0]!.order}`)
  await closeCase(tx, 'unclear_entry', causeOf(id), at)
  open.splice(open.indexOf(line), 1)
}

function partOf(whole: ReportedEntry, payment: OrderPayment, nth: number, transactions: number): ReportedEntry {
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

/** Adds the lines that name their movement and do not report a known one. */
async function addNew(
  matching: Matching,
  lines: readonly Line[],
  remaining: readonly Movement[],
  at: Date,
): Promise<void> {
  const { tx, own, alone: singleFormat, problems } = matching
  const added: Line[] = []
  const repeats = await repeatsAmong(tx, own, lines)
  const reused = await reusedAmong(tx, own, lines)
  const refs = new Set<string>()
  for (const line of lines) {
    // The same reference again in this file. It is matched once the first one is stored.
    if (refs.has(line.details.bankref)) continue
    const whole = remaining.find((entry) => mayBePart(line.details, entry.details))
    if (!isClear(line.details) && !(singleFormat && isNamed(line.details))) problems.set(line, unclear)
    else if (whole) problems.set(line, `may be a part of ${namesOf([whole])}, which was reported as one`)
    else if (reused.has(line)) problems.set(line, `has the reference of ${reused.get(line)}, with other content`)
    else if (repeats.has(line)) problems.set(line, 'was notified before under another reference of the bank')
    else {
      added.push(line)
      refs.add(line.details.bankref)
    }
  }
  const ids = await addMovements(tx, own, added)
  for (const [index, line] of added.entries()) {
    if (line.id !== null) {
      await storeLine(tx, own, line, [ids[index]!], 'import')
      await closeCase(tx, 'unclear_entry', causeOf(line.id), at)
    }
  }
  const done = new Set(added)
  matching.open = matching.open.filter((line) => !done.has(line))
}

/** If the account has files of one format only, a bank reference or the id of a payment is enough. */
const isNamed = (details: ReportedEntry): boolean =>
  namesPayment(details) || (!details.unreferenced && !isWhole(details))

const unclear = 'no other file reports it, and it does not identify the payment, or whether it is several'

/** An entry without details, or of an MT940 without a reference, may be a booking of several payments. */
const mayBePart = (part: ReportedEntry, whole: ReportedEntry): boolean =>
  (isWhole(whole) || (whole.format === 'mt940' && whole.batch === undefined && !isClear(whole))) &&
  whole.direction === part.direction &&
  whole.amount > part.amount &&
  daysApart(part, whole) === 0

/** Lines with the bank reference of another movement in the same direction. */
async function reusedAmong(tx: Tx, own: OwnAccount, lines: readonly Line[]): Promise<Map<Line, string>> {
  const referenced = lines.filter(({ details }) => !details.unreferenced)
  const rows = await tx.query<{ place: number; id: bigint }>(
    `select wanted.place, entry.id from unnest($2::int[], $3::text[], $4::text[]) wanted (place, bankref, direction)
     join banking.entry on entry.reported ->> 'bankref' = wanted.bankref and entry.direction = wanted.direction
     where account = $1 and reported ->> 'unreferenced' is null and retracted_at is null`,
    [
      own.iban,
      referenced.map((_, index) => index),
      referenced.map(({ details }) => details.bankref),
      referenced.map(({ details }) => details.direction),
    ],
  )
  return new Map(rows.map(({ place, id }) => [referenced[place]!, `entry ${id}`]))
}

/**
 * Credits that a notification has reported before with the same end-to-end id, under another bank reference. The statement
 * will show whether there are two.
 */
async function repeatsAmong(tx: Tx, own: OwnAccount, lines: readonly Line[]): Promise<Set<Line>> {
  const named = lines.filter(
    ({ details }) => details.format === 'camt.054' && details.direction === 'credit' && details.endToEndId !== null,
  )
  const rows = await tx.query<{ reported: StoredEntry }>(
    `select coalesce(reported_detail, reported) as reported from unnest($2::text[], $3::numeric[]) wanted (end_to_end_id, amount)
     join banking.entry using (end_to_end_id, amount)
     where account = $1 and direction = 'credit' and notified_by is not null and retracted_at is null`,
    [own.iban, named.map(({ details }) => details.endToEndId), named.map(({ details }) => details.amount)],
  )
  const seen = Map.groupBy(
    rows.map(({ reported }) => fromStored(reported)),
    (details) => details.endToEndId,
  )
  const repeats = new Set<Line>()
  for (const line of named) {
    const earlier = seen.get(line.details.endToEndId) ?? []
    if (earlier.some((details) => compareEntries(details, line.details).verdict !== 'different')) repeats.add(line)
    else seen.set(line.details.endToEndId, [...earlier, line.details])
  }
  return repeats
}

export const causeOf = (line: bigint): string => `line ${line}`

/** Stores the open lines, with a case for each; they move nothing. */
async function storeUnclear({ tx, own, open, problems }: Matching): Promise<BankCase[]> {
  const cases: BankCase[] = []
  for (const line of open) {
    const { direction, amount, bankref, bookingDate, format } = line.details
    const id = await storeLine(tx, own, line, [], null)
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
