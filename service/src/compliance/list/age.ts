import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'

// The age of lists. A list whose source was not read for too long may lack parties, so that screening must not decide.

/** False when screening may not decide, because a list is too old. Everything that asks waits for people. */
export async function listsAreFresh({ clock }: Pick<Env, 'clock'>, sql: Sql): Promise<boolean> {
  const [old] = await sql.query({
    name: 'compliance.old_lists',
    text: 'select from compliance.list_source where expires_at <= $1 limit 1',
    values: [clock.now()],
  })
  return old === undefined
}
