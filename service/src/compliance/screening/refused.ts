import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { belonging, named, partyHash } from './party.ts'
import { listsNow } from './screener.ts'

/** A name, and the institution from whose request it is. */
type Named = { readonly name: string; readonly institutionId: string }

/** Those of these that a list refuses: never served, without a review. Pairs that people have cleared are left out. */
export async function refusedNames<N extends Named>(env: Env, sql: Sql, names: readonly N[]): Promise<Set<N>> {
  const lists = await listsNow(env, sql)
  const pairs = names.flatMap((one) =>
    lists
      .find(named(one.name))
      .filter(({ effect }) => effect === 'refuse')
      .map((found) => ({ one, party: partyHash(belonging(named(one.name), one.institutionId)), entry: found.hash })),
  )
  if (pairs.length === 0) return new Set()
  const cleared = await sql.query<{ party: string; entry: string }>(
    `select party_hash as party, entry_hash as entry from compliance.hit where state = 'cleared'
       and (party_hash, entry_hash) in (select * from unnest($1::text[], $2::text[]))`,
    [pairs.map(({ party }) => party), pairs.map(({ entry }) => entry)],
  )
  const isCleared = (pair: (typeof pairs)[number]) =>
    cleared.some(({ party, entry }) => party === pair.party && entry === pair.entry)
  return new Set(pairs.filter((pair) => !isCleared(pair)).map(({ one }) => one))
}
