import type { Entry } from '@specie/screening/lists/entry.ts'
import type { Sql } from '../../base/database/db.ts'
import type { ActiveEntry } from '../list/active.ts'
import { comparedLists } from '../list/row.ts'

/** The ids of all entries that parties are compared with now. */
export async function openEntryIds(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'select id from compliance.list_entry where ended is null and list = any($1)',
    [comparedLists],
  )
  return rows.map(({ id }) => id)
}

const batch = 1_000

/** These entries, in batches. */
export async function* entriesOf(sql: Sql, ids: readonly string[]): AsyncGenerator<ActiveEntry[]> {
  for (let from = 0; from < ids.length; from += batch) {
    yield await sql.query<ActiveEntry>(
      'select id, list, effect, hash, content as entry from compliance.list_entry where id = any($1::uuid[])',
      [ids.slice(from, from + batch)],
    )
  }
}

export type ListedEntry = {
  readonly id: string
  readonly list: string
  readonly effect: ActiveEntry['effect']
  readonly entry: Entry
  /** The version that brought it, and when. */
  readonly version: string
  readonly listed_at: Date
  /** It is no longer on the list. */
  readonly is_ended: boolean
}

/** These entries for a page, by id; also those that are no longer on their list. */
export async function listedEntries(sql: Sql, ids: readonly string[]): Promise<Map<string, ListedEntry>> {
  const rows = await sql.query<ListedEntry>(
    `select e.id, e.list, e.effect, e.content as entry, e.began as version, v.created_at as listed_at,
       e.ended is not null as is_ended
     from compliance.list_entry e join compliance.list_version v on v.id = e.began where e.id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The active versions of loaded lists; for the list `own` see list/own.ts. */
export const loadedLists = (
  sql: Sql,
): Promise<{ list: string; effect: ActiveEntry['effect']; entries: number; changed_at: Date }[]> =>
  sql.query(
    `select list, 'review' as effect, entries, created_at as changed_at from compliance.list_version
     where state = 'active' and list <> 'own' and list = any($1) order by list`,
    [comparedLists],
  )
