import type { Format, ReportedEntry } from '@specie/payments/match-entries.ts'
import type { Tx } from '../../base/database/db.ts'
import { type StoredEntry, fromStored } from '../entry/entries.ts'
import { pairLines } from './pair.ts'

// Matches lines of manual files with the bank's own entries. The bank's files are imported as if there were no manual file;
// here the waiting line is only closed.

type Line = { id: string; details: ReportedEntry }
type LineRow = { id: string; account: string; format: Format; reported: StoredEntry }

/** Closes the lines that the bank has since reported. Called after entries are added and before they are booked. */
export async function confirmManualLines(tx: Tx, at: Date): Promise<void> {
  const rows = await tx.query<LineRow>(
    `select id, account, format, reported from banking.manual_line where state = 'waiting' order by created_at, id`,
  )
  for (const group of Map.groupBy(rows, ({ account, format }) => `${account} ${format}`).values()) {
    const { account, format } = group[0]!
    const lines = group.map(({ id, reported }) => ({ id, details: fromStored(reported) }))
    const { pairs } = pairLines(lines, await unclaimed(tx, account, format, lines), false)
    if (pairs.size > 0) await confirm(tx, [...pairs], at)
  }
}

/** How many days apart two reports of one movement may be; the comparison itself is stricter. */
const windowDays = 8

/**
 * Entries around the dates of these lines. A format reports a movement once, so entries with a line of the format are left
 * out.
 */
async function unclaimed(tx: Tx, account: string, format: Format, lines: readonly Line[]) {
  const dates = lines.map(({ details }) => details.bookingDate).toSorted()
  const rows = await tx.query<{ id: bigint; reported: StoredEntry }>(
    `select id, coalesce(reported_detail, reported) as reported from banking.entry
     where account = $1 and amount = any($2::numeric[]) and retracted_at is null
       and booking_date between $3::date - ${windowDays} and $4::date + ${windowDays}
       and not exists (select from banking.manual_line l where l.entry_id = entry.id and l.format = $5)
     order by id`,
    [account, [...new Set(lines.map(({ details }) => details.amount))], dates[0], dates.at(-1), format],
  )
  return rows.map(({ id, reported }) => ({ id, details: fromStored(reported) }))
}

async function confirm(tx: Tx, pairs: readonly (readonly [Line, { id: bigint }])[], at: Date): Promise<void> {
  await tx.query(
    `update banking.manual_line set state = 'confirmed', entry_id = found.entry, updated_at = $3
     from unnest($1::uuid[], $2::bigint[]) found (line, entry) where id = found.line`,
    [pairs.map(([line]) => line.id), pairs.map(([, entry]) => entry.id), at],
  )
  await closeManualCases(
    tx,
    pairs.map(([line]) => line.id),
    at,
    'import',
  )
}

/** Closes the cases of lines that no longer wait. */
export async function closeManualCases(tx: Tx, lines: readonly string[], at: Date, by: string): Promise<void> {
  await tx.query(
    `update banking.bank_case set closed_at = $2, closed_by = $3
     where kind = 'manual_mismatch' and cause = any($1) and closed_at is null`,
    [lines, at, by],
  )
}

/** The ids under which these entries are shown as pending. A deposit keeps its id when the bank confirms it. */
export async function pendingIds(tx: Tx, entries: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await tx.query<{ entry_id: bigint; id: string }>(
    `select distinct on (entry_id) entry_id, id from banking.manual_line
     where entry_id = any($1) and institution_id is not null order by entry_id, created_at, id`,
    [entries],
  )
  return new Map(rows.map(({ entry_id, id }) => [entry_id, id]))
}
