import type { Sql } from '../base/database/db.ts'
import { isUuid } from '../base/ids.ts'

const prefix = 'person:'

/** The names of those of these actors who are people, by actor. */
export async function actorNames(sql: Sql, actors: readonly string[]): Promise<Map<string, string>> {
  const ids = actors.filter((actor) => actor.startsWith(prefix)).map((actor) => actor.slice(prefix.length))
  const rows = await sql.query<{ id: string; name: string }>(
    'select id, name from directory.person where id = any($1::uuid[])',
    [ids.filter(isUuid)],
  )
  return new Map(rows.map(({ id, name }) => [prefix + id, name]))
}
