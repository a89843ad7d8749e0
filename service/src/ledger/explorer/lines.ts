import type { Sql } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { type AccountRow, ledgerId } from './accounts.ts'

/** A line of an account. `amount`: a debit is positive; `balance`: after it, in the account's own direction. */
export type LineRow = {
  readonly version: bigint
  readonly journal: bigint
  readonly kind: string
  readonly key: string
  readonly at: Date
  readonly amount: bigint
  readonly balance: bigint
}

type Place = Pick<LineRow, 'version' | 'at' | 'balance'>

const placeOf = async (sql: Sql, account: bigint, version: bigint): Promise<Place> => {
  const [row] = await sql.query<Place>(
    `select e.version, j.at, e.balance from ledger.entry e join ledger.journal j on j.id = e.journal_id
     where e.account_id = $1 and e.version = $2`,
    [account, version],
  )
  if (!row) throw new Error(`account ${account} has no line ${version}`)
  return row
}

/**
 * The last line at or before a time; null if there was none. Lines are numbered in commit order, so their times rise
 * and the account is bisected instead of read. (Processes whose clocks differ by milliseconds can date neighbours in
 * reverse order; then the result is one of them.)
 */
export async function lastLineAt(sql: Sql, { id, version }: AccountRow, at: Date): Promise<Place | null> {
  let found: Place | null = null
  let [first, last] = [1n, version]
  while (first <= last) {
    const middle = (first + last) / 2n
    const place = await placeOf(sql, id, middle)
    if (place.at > at) last = middle - 1n
    else {
      found = place
      first = middle + 1n
    }
  }
  return found
}

/** Lines up to a number, newest first. A cursor is the number of the last one shown. */
export async function listLines(
  sql: Sql,
  account: bigint,
  upTo: bigint,
  { limit = 100, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ rows: LineRow[]; next_cursor: string | null }> {
  const before = cursor === undefined ? upTo + 1n : ledgerId(cursor)
  if (before === null) throw new ApiError('invalid_cursor', { cursor: cursor! })
  const rows = await sql.query<LineRow>(
    `select e.version, j.id as journal, j.kind, j.key, j.at, e.amount, e.balance
     from ledger.entry e join ledger.journal j on j.id = e.journal_id
     where e.account_id = $1 and e.version < $2 and e.version <= $3 order by e.version desc limit $4`,
    [account, before, upTo, limit + 1],
  )
  const shown = rows.slice(0, limit)
  return { rows: shown, next_cursor: rows.length > limit ? String(shown.at(-1)!.version) : null }
}
