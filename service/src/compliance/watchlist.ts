import type { Sql, Tx } from '../base/database/db.ts'
import { page, type PageRequest } from '../base/http/pages.ts'

// Parties on watchlists. Official lists are not loaded yet; until then only UAT has a list, its own.

/** `refuse`: never served. `review`: staff decide. */
export const watchlistEffects = ['refuse', 'review'] as const

export type WatchlistEntry = {
  readonly name: string
  readonly list: string
  readonly effect: (typeof watchlistEffects)[number]
}

export const watchlist = (sql: Sql): Promise<(WatchlistEntry & { readonly listed_at: Date })[]> =>
  sql.query('select name, list, effect, listed_at from compliance.listed order by name')

/** The latest listing of this address; null if it is not listed. EVM addresses are compared without case. */
export async function addressListedAt(sql: Sql, address: string): Promise<Date | null> {
  const [found] = await sql.query<{ at: Date | null }>(
    `select max(listed_at) as at from compliance.listed where name = $1 or $1 like '0x%' and lower(name) = lower($1)`,
    [address],
  )
  return found!.at
}

/** True when this address is listed. */
export const isListedAddress = async (sql: Sql, address: string): Promise<boolean> =>
  (await addressListedAt(sql, address)) !== null

type WatchlistSummary = Pick<WatchlistEntry, 'list' | 'effect'> & {
  readonly entries: bigint
  readonly changed_at: Date
}

/** The number of entries of each list, and its latest change. */
export const watchlists = (sql: Sql): Promise<WatchlistSummary[]> =>
  sql.query(
    `select list, effect, count(*) as entries, max(listed_at) as changed_at from compliance.listed
     group by list, effect order by list, effect`,
  )

type Entry = { id: string; name: string; list: string; effect: WatchlistEntry['effect']; created_at: string }

/** Entries of the lists, newest first. */
export async function watchlistEntries(
  sql: Sql,
  { list, name, ...request }: PageRequest & { list?: string | undefined; name?: string | undefined },
) {
  const pattern = name === undefined ? undefined : `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`
  const select =
    'select md5(list || chr(10) || name)::uuid as id, name, list, effect, listed_at as created_at from compliance.listed'
  const filters = { list, 'name ilike $?': pattern }
  const { rows, next_cursor } = await page<Entry>(sql, request, { select, values: [], filters })
  return { items: rows.map(({ created_at, ...row }) => ({ ...row, listed_at: created_at })), next_cursor }
}

/** Adds the parties that are not listed yet. */
export async function addToWatchlist(tx: Tx, parties: readonly WatchlistEntry[], at: Date): Promise<void> {
  await tx.query(
    `insert into compliance.listed (name, list, effect, listed_at)
     select name, list, effect, $2 from jsonb_to_recordset($1) as party (name text, list text, effect text)
     on conflict do nothing`,
    [JSON.stringify(parties), at],
  )
}
