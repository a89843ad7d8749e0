import type { Sql } from '../base/database/db.ts'
import { personNames } from '../directory/person-names.ts'

/** Who asked, as people know them: the name of a person, the label of an API key. Null for the service itself. */
export async function actorName(sql: Sql, actor: string): Promise<string | null> {
  const [, kind, id] = /^(person:|key )([0-9a-f-]{36})$/.exec(actor) ?? []
  if (id === undefined) return null
  if (kind === 'person:') return (await personNames(sql, [id])).get(id) ?? null
  const [key] = await sql.query<{ label: string }>('select label from access.api_key_label where id = $1', [id])
  return key === undefined ? null : `API key ${key.label}`
}
