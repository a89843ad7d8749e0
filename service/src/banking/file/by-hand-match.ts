import type { Format, Told } from '@specie/payments/same.ts'
import type { Tx } from '../../base/database/db.ts'
import { type StoredEntry, toldIn } from './entries.ts'
import { pairUp } from './pair.ts'

// What a person's file told, found again in what the bank told. The bank's own telling is taken as if there had been no such
// file; here the line that waits for it only ends.

type Line = { id: string; told: Told }
type LineRow = { id: string; account: string; format: Format; said: StoredEntry }

/** Ends the lines that the bank has told by now. Whoever adds entries calls it before the ledger follows them. */
export async function confirmHandLines(tx: Tx, at: Date): Promise<void> {
  const rows = await tx.query<LineRow>(
    `select id, account, format, said from banking.hand_line where state = 'waiting' order by created_at, id`,
  )
  for (const some of Map.groupBy(rows, ({ account, format }) => `${account} ${format}`).values()) {
    const { account, format } = some[0]!
    const lines = some.map(({ id, said }) => ({ id, told: toldIn(said) }))
    const { pairs } = pairUp(lines, await unclaimed(tx, account, format, lines), false)
    if (pairs.size > 0) await confirm(tx, [...pairs], at)
  }
}

/** How far apart the dates of two tellings may be; the comparison itself is stricter. */
const window = 8

/** Entries around the dates of these lines. Each kind of file tells a movement once, so one that such a line has is taken. */
async function unclaimed(tx: Tx, account: string, format: Format, lines: readonly Line[]) {
  const dates = lines.map(({ told }) => told.bookingDate).toSorted()
  const rows = await tx.query<{ id: bigint; said: StoredEntry }>(
    `select id, coalesce(fuller, said) as said from banking.entry
     where account = $1 and amount = any($2::numeric[]) and disowned_at is null
       and booking_date between $3::date - ${window} and $4::date + ${window}
       and not exists (select from banking.hand_line l where l.entry_id = entry.id and l.format = $5)
     order by id`,
    [account, [...new Set(lines.map(({ told }) => told.amount))], dates[0], dates.at(-1), format],
  )
  return rows.map(({ id, said }) => ({ id, told: toldIn(said) }))
}

async function confirm(tx: Tx, pairs: readonly (readonly [Line, { id: bigint }])[], at: Date): Promise<void> {
  await tx.query(
    `update banking.hand_line set state = 'confirmed', entry_id = found.entry, updated_at = $3
     from unnest($1::uuid[], $2::bigint[]) found (line, entry) where id = found.line`,
    [pairs.map(([line]) => line.id), pairs.map(([, entry]) => entry.id), at],
  )
  await closeHandCases(
    tx,
    pairs.map(([line]) => line.id),
    at,
    'import',
  )
}

/** A line waits no longer: a case that said it had no statement is closed. */
export async function closeHandCases(tx: Tx, lines: readonly string[], at: Date, by: string): Promise<void> {
  await tx.query(
    `update banking.bank_case set closed_at = $2, closed_by = $3
     where kind = 'told_by_hand' and cause = any($1) and closed_at is null`,
    [lines, at, by],
  )
}

/** The ids under which these entries' money is shown as pending: a deposit keeps its id when the bank confirms it. */
export async function shownIds(tx: Tx, entries: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await tx.query<{ entry_id: bigint; id: string }>(
    `select distinct on (entry_id) entry_id, id from banking.hand_line
     where entry_id = any($1) and institution_id is not null order by entry_id, created_at, id`,
    [entries],
  )
  return new Map(rows.map(({ entry_id, id }) => [entry_id, id]))
}
