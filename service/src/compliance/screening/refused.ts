import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { named, partyHash } from './party.ts'
import { listsNow } from './screener.ts'

/** The names among these that a list refuses: never served, without a review. Pairs that people have cleared are left out. */
export async function refusedNames(env: Env, sql: Sql, names: readonly string[]): Promise<Set<string>> {
  const lists = await listsNow(env, sql)
  const pairs = [...new Set(names)].flatMap((name) =>
    lists
      .find(named(name))
      .filter(({ effect }) => effect === 'refuse')
      .map((found) => ({ name, party: partyHash(named(name)), entry: found.hash })),
  )
  if (pairs.length === 0) return new Set()
  const cleared = await sql.query<{ party: string; entry: string }>(
    `select party_hash as party, entry_hash as entry from compliance.hit where state = 'cleared'
       and (party_hash, entry_hash) in (select * from unnest($1::text[], $2::text[]))`,
    [pairs.map(({ party }) => party), pairs.map(({ entry }) => entry)],
  )
  const isCleared = (pair: (typeof pairs)[number]) =>
    cleared.some(({ party, entry }) => party === pair.party && entry === pair.entry)
  return new Set(pairs.filter((pair) => !isCleared(pair)).map(({ name }) => name))
}
