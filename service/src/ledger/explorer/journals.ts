import type { Sql } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { type AccountRow, accountColumns, accountTables, ledgerId } from './accounts.ts'

export type JournalRow = {
  readonly id: bigint
  readonly key: string
  readonly kind: string
  readonly at: Date
  readonly reverses: bigint | null
  readonly reversed_by: bigint | null
  readonly meta: Readonly<Record<string, string>> | null
}

export type JournalLine = AccountRow & {
  readonly line: bigint
  readonly amount: bigint
  /** The balance of the account after this line. */
  readonly after: bigint
}

export async function findJournal(sql: Sql, id: string): Promise<JournalRow> {
  const [row] = await sql.query<JournalRow>(
    `select j.id, j.key, j.kind, j.at, j.reverses, r.id as reversed_by, j.meta
     from ledger.journal j left join ledger.journal r on r.reverses = j.id where j.id = $1`,
    [ledgerId(id) ?? 0n],
  )
  if (!row) throw new ApiError('not_found', { id }, 'There is no such journal.')
  return row
}

/** Debits first, as books are read. */
export const linesOf = (sql: Sql, journal: bigint): Promise<JournalLine[]> =>
  sql.query<JournalLine>(
    `select ${accountColumns}, e.version as line, e.amount, e.balance as after
     from ledger.entry e join ${accountTables} on a.id = e.account_id
     where e.journal_id = $1 order by e.amount < 0, a.pool, a.name, a.owner, a.asset, e.version`,
    [journal],
  )

/** The subject of a journal, from its key: `withdrawal:<id>:sent`. Null if the key contains no id. */
export function causeOf({ key }: Pick<JournalRow, 'key'>): { kind: string; id: string } | null {
  const [kind = '', id = ''] = key.split(':')
  return isUuid(id) ? { kind, id } : null
}

export type ItemJournal = Pick<JournalRow, 'id' | 'key' | 'kind' | 'at'>

/** The journals of an item, in order: their keys begin with its kind and id. */
export const journalsAbout = (sql: Sql, kind: string, id: string): Promise<ItemJournal[]> =>
  sql.query<ItemJournal>(
    `select id, key, kind, at from ledger.journal where starts_with(key, $1 || ':' || $2 || ':') order by id`,
    [kind, id],
  )
