import type { Entry } from '@specie/screening/lists/entry.ts'
import type { Sql } from '../../base/database/db.ts'
import { comparedLists, type ListCode, type ListEffect } from './row.ts'

// What screening reads: the active versions, and their entries.

/** `hash` is the same while the content is, also under another reference; `id` is that of the row. */
export type ActiveEntry = {
  readonly id: string
  readonly list: ListCode
  readonly effect: ListEffect
  readonly hash: string
  readonly entry: Entry
}

export type ActiveVersion = { readonly list: ListCode; readonly version: string }

/** One row for each list that was loaded. Cheap: every screening asks for it. */
export const activeVersions = (sql: Sql): Promise<ActiveVersion[]> =>
  sql.query({
    name: 'compliance.active_versions',
    text: `select list, id as version from compliance.list_version where state = 'active' and list = any($1) order by list`,
    values: [comparedLists],
  })

const columns = 'id, list, effect, hash, content as entry'

/** What a version changed. An entry that is changed, or only got another reference, is in both. */
export async function entriesChangedBy(
  sql: Sql,
  version: string,
): Promise<{ readonly began: ActiveEntry[]; readonly ended: ActiveEntry[] }> {
  const [began, ended] = await Promise.all([
    sql.query<ActiveEntry>(`select ${columns} from compliance.list_entry where began = $1 order by id`, [version]),
    sql.query<ActiveEntry>(`select ${columns} from compliance.list_entry where ended = $1 order by id`, [version]),
  ])
  return { began, ended }
}
