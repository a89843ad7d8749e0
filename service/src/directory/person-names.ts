import type { Sql } from '../base/database/db.ts'
import { isUuid } from '../base/ids.ts'

/** The names of people, by id. */
export async function personNames(sql: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; name: string }>(
    'select id, name from directory.person where id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** All people with this id, this email, or this text in the name; includes removed ones. */
export async function peopleCalled(sql: Sql, text: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from directory.person where id = $1 or email = lower($2) or name ilike '%' || $3 || '%' order by id limit 100`,
    [isUuid(text) ? text : null, text, text.replaceAll(/[\\%_]/g, '\\$&')],
  )
  return rows.map(({ id }) => id)
}

export async function peopleOf(sql: Sql, institutionIds: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'select id from directory.person where institution_id = any($1::uuid[])',
    [institutionIds],
  )
  return rows.map(({ id }) => id)
}
