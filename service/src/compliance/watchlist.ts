import type { Sql, Tx } from '../base/database/db.ts'

// Parties on watchlists. Official lists are not loaded yet; until then only UAT has a list, its own.

/** `refuse`: never served. `review`: people decide. */
export const watchlistEffects = ['refuse', 'review'] as const

export type WatchlistEntry = {
  readonly name: string
  readonly list: string
  readonly effect: (typeof watchlistEffects)[number]
}

export const watchlist = (sql: Sql): Promise<(WatchlistEntry & { readonly listed_at: Date })[]> =>
  sql.query('select name, list, effect, listed_at from compliance.listed order by name')

/** Adds the parties that are not on the lists yet. */
export async function addToWatchlist(tx: Tx, parties: readonly WatchlistEntry[], at: Date): Promise<void> {
  await tx.query(
    `insert into compliance.listed (name, list, effect, listed_at)
     select name, list, effect, $2 from jsonb_to_recordset($1) as party (name text, list text, effect text)
     on conflict do nothing`,
    [JSON.stringify(parties), at],
  )
}
