import type { Sql } from '../base/database/db.ts'
import { readActor } from '../directory/actor.ts'
import { personNames } from '../directory/person-names.ts'

/** The display name of an actor. The name of a person, the label of an API key. Null for the service itself. */
export async function actorName(sql: Sql, actor: string): Promise<string | null> {
  const named = readActor(actor)
  if (named === null) return null
  if (named.kind === 'person') return (await personNames(sql, [named.id])).get(named.id) ?? null
  const [key] = await sql.query<{ label: string }>('select label from access.api_key_label where id = $1', [named.id])
  return key === undefined ? null : `API key ${key.label}`
}
