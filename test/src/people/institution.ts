import { randomUUID } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'

/** An institution as a row: people belong to one. */
export async function onboardedInstitution(env: Env, name: string): Promise<string> {
  const id = randomUUID()
  await env.db.query('insert into institutions.institution (id, name, created_at) values ($1, $2, $3)', [
    id,
    name,
    env.clock.now(),
  ])
  return id
}
