import type { Format, ReportedEntry } from '@specie/payments/match-entries.ts'
import type { Tx } from '../../base/database/db.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { type StoredEntry, fromStored, entriesJson } from '../entry/entries.ts'

/** One line of a bank file. It has an id once it is stored as unclear. */
export type Line = { id: bigint | null; message: bigint; place: number; details: ReportedEntry }

/** A known movement, with the most detailed report of it. */
export type Movement = { id: bigint; details: ReportedEntry }

/** How many days apart two reports of one movement may be; the comparison itself is stricter. */
const windowDays = 8

/**
 * Movements around the dates of these lines that this kind of file has not reported yet. With `all` false (no line may be
 * several payments), only those with the same amounts, and those that a line may be a part of.
 */
export async function unreportedBy(
  tx: Tx,
  own: OwnAccount,
  format: Format,
  lines: readonly Line[],
  all: boolean,
): Promise<Movement[]> {
  const dates = lines.flatMap(({ details }) => [details.bookingDate, details.valueDate]).toSorted()
  const rows = await tx.query<{ id: bigint; reported: StoredEntry }>(
    `select id, coalesce(reported_detail, reported) as reported from banking.entry
     where account = $1 and retracted_at is null
       and booking_date between $2::date - ${windowDays} and $3::date + ${windowDays}
       and ($4 or amount = any($5::numeric[]) or reported ->> 'unreferenced' = 'true'
         or reported #>> '{batch,part}' = 'false')
       and not exists (select from banking.message m where m.id = any(reported_by) and m.format = $6)
     order by id`,
    [own.iban, dates[0], dates.at(-1), all, [...new Set(lines.map(({ details }) => details.amount))], format],
  )
  return rows.map(({ id, reported }) => ({ id, details: fromStored(reported) }))
}

/** Records that this message reports these movements. */
export async function markReported(tx: Tx, message: bigint, entries: readonly bigint[]): Promise<void> {
  if (entries.length === 0) return
  await tx.query(
    `update banking.entry set reported_by = reported_by || m.id,
       notified_by = coalesce(notified_by, case m.kind when 'camt.054' then m.id end),
       confirmed_by = coalesce(confirmed_by, case m.kind when 'camt.053' then m.id end)
     from banking.message m where m.id = $1 and entry.id = any($2) and not m.id = any(reported_by)`,
    [message, entries],
  )
}

/** Removes matches that were only found by comparison, so that the lines can be compared again. */
async function unmarkReported(tx: Tx, message: bigint, entries: readonly bigint[]): Promise<void> {
  await tx.query(
    `update banking.entry set reported_by = array_remove(reported_by, $1),
       notified_by = (select min(m.id) from banking.message m
         where m.id = any(reported_by) and m.id <> $1 and m.kind = 'camt.054'),
       confirmed_by = (select min(m.id) from banking.message m
         where m.id = any(reported_by) and m.id <> $1 and m.kind = 'camt.053')
     where id = any($2)`,
    [message, entries],
  )
}

/** Inserts new movements, one per line. A `bankref` is unique. When it is used already, the message id is appended. */
export async function addMovements(tx: Tx, own: OwnAccount, lines: readonly Line[]): Promise<bigint[]> {
  if (lines.length === 0) return []
  const rows = await tx.query<{ id: bigint }>(
    `insert into banking.entry (account, bankref, direction, amount, booking_date, end_to_end_id, reported, reported_by,
       notified_by, confirmed_by)
     select $1, case when exists (select from banking.entry e where (e.account, e.bankref) = ($1, line.reported ->> 'bankref'))
         then (line.reported ->> 'bankref') || '/' || m.id else line.reported ->> 'bankref' end,
       line.reported ->> 'direction', (line.reported ->> 'amount')::numeric, (line.reported ->> 'bookingDate')::date,
       line.reported ->> 'endToEndId', line.reported, array[m.id],
       case m.kind when 'camt.054' then m.id end, case m.kind when 'camt.053' then m.id end
     from jsonb_array_elements($2) with ordinality line (reported, place)
     join unnest($3::bigint[]) with ordinality teller (id, place) using (place)
     join banking.message m on m.id = teller.id
     order by place returning id`,
    [own.iban, entriesJson(lines.map(({ details }) => details)), lines.map(({ message }) => message)],
  )
  return rows.map(({ id }) => id)
}

/**
 * A clear line for a movement that other files have reported. A different bank reference is stored as an alias; additional
 * details are kept.
 */
export async function mergeDetails(
  tx: Tx,
  own: OwnAccount,
  { message, details }: Line,
  { id, details: stored }: Movement,
) {
  await markReported(tx, message, [id])
  if (!details.unreferenced && (stored.unreferenced || stored.bankref !== details.bankref)) {
    await tx.query(
      'insert into banking.alias (account, bankref, entry_id) values ($1, $2, $3) on conflict do nothing',
      [own.iban, details.bankref, id],
    )
  }
  if (stored.format !== 'mt940' || details.format === 'mt940') return
  await tx.query(
    `update banking.entry set reported_detail = $2::jsonb -> 0, end_to_end_id = coalesce($3, end_to_end_id) where id = $1`,
    [id, entriesJson([details]), details.endToEndId],
  )
  const { counterparty, reference, creditorAccount } = details
  await tx.query(
    `update banking.wire set reference = coalesce($2, reference), paid_to = coalesce($3, paid_to),
       sender_name = coalesce($4, sender_name), sender_account = coalesce($5, sender_account),
       sender_bic = coalesce($6, sender_bic)
     where entry_id = $1 and state in ('booked', 'unidentified')`,
    [id, reference.value, creditorAccount, counterparty.name, counterparty.account, counterparty.bic],
  )
}

type LineRow = { id: bigint; message_id: bigint; place: number; reported: StoredEntry; entries: bigint[] }

/**
 * Unclear lines around these dates without an operator's decision: waiting lines, and all others of the same format or of
 * `formats`. Their matches are removed.
 */
export async function reopenLines(
  tx: Tx,
  own: OwnAccount,
  dates: readonly string[],
  formats: readonly Format[],
): Promise<Line[]> {
  const sorted = dates.toSorted()
  const rows = await tx.query<LineRow>(
    `select id, message_id, place, reported, entries from banking.unclear_line
     where account = $1 and decided_by is null
       and booking_date between $2::date - ${windowDays} and $3::date + ${windowDays}
       and (format = any($4) or format in (
         select format from banking.unclear_line waiting where waiting.account = $1 and waiting.entries = '{}'
           and waiting.booking_date between $2::date - ${windowDays} and $3::date + ${windowDays}))
     order by id`,
    [own.iban, sorted[0], sorted.at(-1), formats],
  )
  for (const { message_id, entries } of rows) if (entries.length > 0) await unmarkReported(tx, message_id, entries)
  return rows.map(({ id, message_id, place, reported }) => ({
    id,
    message: message_id,
    place,
    details: fromStored(reported),
  }))
}

/** Stores a line with the movements that it reports, if known; returns its id. */
export async function storeLine(
  tx: Tx,
  own: OwnAccount,
  line: Line,
  entries: readonly bigint[],
  decidedBy: string | null,
): Promise<bigint> {
  const { details } = line
  const [row] = await tx.query<{ id: bigint }>(
    `insert into banking.unclear_line (message_id, place, account, format, booking_date, value_date, amount, reported, entries,
       decided_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb -> 0, $9, $10)
     on conflict (message_id, place) do update set entries = excluded.entries, decided_by = excluded.decided_by
     returning id`,
    [
      line.message,
      line.place,
      own.iban,
      details.format,
      details.bookingDate,
      details.valueDate,
      details.amount,
      entriesJson([details]),
      entries,
      decidedBy,
    ],
  )
  return row!.id
}
