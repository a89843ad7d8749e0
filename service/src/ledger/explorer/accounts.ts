import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { type Account, chart, named } from '../chart.ts'

// Accounts for people. Balances are in the account's own direction, in minor units.

export type AccountRow = Omit<Account, 'code'> & {
  readonly id: bigint
  readonly asset: AssetCode
  readonly side: 'debit' | 'credit'
  /** The kind of owner in the chart. */
  readonly owner_kind: string
  readonly balance: bigint
  /** The number of its lines. */
  readonly version: bigint
}

export const accountColumns = `a.id, a.pool, a.name, a.owner, a.asset, a.side, c.owner as owner_kind, a.balance, a.version`
export const accountTables = `ledger.account a join ledger.chart c on (c.pool, c.name) = (a.pool, a.name)`

/** Ids of the ledger are whole numbers; null for anything else. */
export const ledgerId = (text: string): bigint | null => (/^\d{1,18}$/.test(text) ? BigInt(text) : null)

export type AccountFilters = {
  institutionid?: string | undefined
  asset?: string | undefined
  /** `client/available`, or a pool alone. */
  kind?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Accounts in the order in which they were opened. A cursor is the id of the last one shown. */
export async function listAccounts(
  sql: Sql,
  { institutionid, asset, kind, limit = 100, cursor }: AccountFilters,
): Promise<{ rows: AccountRow[]; next_cursor: string | null }> {
  const [pool = institutionid === undefined ? undefined : 'client', name] = kind?.split('/') ?? []
  const owner = institutionid ?? (isOwnerless(pool, name) ? '' : undefined)
  const after = cursor === undefined ? 0n : ledgerId(cursor)
  if (after === null) throw new ApiError('invalid_cursor', { cursor: cursor! })
  const given = Object.entries({ owner, asset, pool, name }).filter(([, value]) => value !== undefined)
  const conditions = given.map(([column], n) => `a.${column} = $${n + 3}`)
  const rows = await sql.query<AccountRow>(
    `select ${accountColumns} from ${accountTables} where ${['a.id > $1', ...conditions].join(' and ')} order by a.id limit $2`,
    [after, limit + 1, ...given.map(([, value]) => value)],
  )
  const shown = rows.slice(0, limit)
  return { rows: shown, next_cursor: rows.length > limit ? String(shown.at(-1)!.id) : null }
}

/** One account for each asset. The index finds it by its empty owner. */
function isOwnerless(pool: string | undefined, name: string | undefined): boolean {
  const kinds: Readonly<Record<string, Readonly<Record<string, { owner: string }>>>> = chart
  return kinds[pool ?? '']?.[name ?? '']?.owner === 'none'
}

export async function findAccount(sql: Sql, id: string): Promise<AccountRow> {
  const [row] = await sql.query<AccountRow>(`select ${accountColumns} from ${accountTables} where a.id = $1`, [
    ledgerId(id) ?? 0n,
  ])
  if (!row) throw new ApiError('not_found', { id }, 'There is no such account.')
  return row
}

export const codeOf = (row: AccountRow): string => named(row).code
