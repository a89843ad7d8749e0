import type { Sql } from '../base/database/db.ts'
import { ApiError } from '../base/http/errors.ts'
import { isUuid } from '../base/ids.ts'

/** The scope of a search: the rows of one institution, or with null those of all of them (for the staff and the sandbox). */
export type OwnerFilter = { readonly institutionId: string | null }

/** The registered names of institutions, by id. */
export async function institutionNames(sql: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; name: string }>(
    'select id, name from directory.institution where id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function institutionName(sql: Sql, id: string): Promise<string> {
  const name = (await institutionNames(sql, [id])).get(id)
  if (name === undefined) throw new Error(`there is no institution ${id}`)
  return name
}

/** Throws a 404 unless an institution has this id. */
export async function assertInstitution(sql: Sql, id: string): Promise<void> {
  if (isUuid(id) && (await institutionNames(sql, [id])).size > 0) return
  throw new ApiError('not_found', { institutionid: id }, 'There is no such institution.')
}

/** Institutions with this id, or with this text in the name. */
export async function institutionsCalled(sql: Sql, text: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from directory.institution where id = $1 or name ilike '%' || $2 || '%' order by id limit 100`,
    [isUuid(text) ? text : null, text.replaceAll(/[\\%_]/g, '\\$&')],
  )
  return rows.map(({ id }) => id)
}
