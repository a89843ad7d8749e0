import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { ListCode } from './row.ts'

// The age of lists. A list whose source was not read for too long may lack parties, so that screening must not decide.

type Context = Pick<Env, 'clock' | 'config'>

/** Lists of the settings that are too old or were never loaded. */
export async function oldLists({ clock, config }: Context, sql: Sql): Promise<ListCode[]> {
  const rows = await sql.query<{ list: ListCode }>({
    name: 'compliance.old_lists',
    text: `select list from compliance.list_source where expires_at <= $1
      union select list from unnest($2::text[]) list
      where not exists (select from compliance.list_version v where v.list = list.list and v.state = 'active')
      order by list`,
    values: [clock.now(), [...(config.screeningLists?.keys() ?? [])]],
  })
  return rows.map(({ list }) => list)
}

/** Production without a decision about lists: parties cannot be screened. */
export const lacksLists = ({ config }: Pick<Env, 'config'>): boolean =>
  config.environment === 'production' && config.screeningLists === null

/** False when screening may not decide, because lists are too old or missing. Everything that asks waits for people. */
export const listsAreFresh = async (env: Context, sql: Sql): Promise<boolean> =>
  !lacksLists(env) && (await oldLists(env, sql)).length === 0
