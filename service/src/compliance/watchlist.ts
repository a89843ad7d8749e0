import type { Sql, Tx } from '../base/database/db.ts'

// Parties on lists. Loading the official ones is work to come: until then only UAT has a list, its own.

/** `refuse`: never served. `review`: people look at it. */
export const listEffects = ['refuse', 'review'] as const

export type Listed = {
  readonly name: string
  readonly list: string
  readonly effect: (typeof listEffects)[number]
}

export const listedParties = (sql: Sql): Promise<(Listed & { readonly listed_at: Date })[]> =>
  sql.query('select name, list, effect, listed_at from compliance.listed order by name')

/** Adds to the lists what is not there. */
export async function list(tx: Tx, parties: readonly Listed[], at: Date): Promise<void> {
  await tx.query(
    `insert into compliance.listed (name, list, effect, listed_at)
     select name, list, effect, $2 from jsonb_to_recordset($1) as party (name text, list text, effect text)
     on conflict do nothing`,
    [JSON.stringify(parties), at],
  )
}
