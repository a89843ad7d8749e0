import { randomUUID } from 'node:crypto'
import type { Sql } from '@specie/service/base/database/db.ts'

/** An institution with a name and nothing else. One with a key, KYB and agreements: `onboard` of client.ts. */
export async function newInstitution(
  sql: Sql,
  { name = 'Acme', id = randomUUID() }: { name?: string; id?: string } = {},
): Promise<string> {
  await sql.query('insert into institutions.institution (id, name, created_at) values ($1, $2, now())', [id, name])
  return id
}
