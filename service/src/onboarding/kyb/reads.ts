import { hasEntry } from '../../base/audit/search.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { note } from './row.ts'
import { caseVersion } from './version.ts'

const action = 'kyb.read'

/**
 * Writes that a person has read a case, before they get it. A page that is open repeats its reads: within a visit each
 * content of the case has one entry. The audit chain itself is asked, so that no content is read in a session without its
 * entry (docs/audit.md).
 */
export async function noteRead(env: Env, institutionId: string, by: By, visit: string | undefined): Promise<void> {
  const version = await caseVersion(env.db, institutionId)
  const read = { version, ...(visit !== undefined && { visit }) }
  const { actor, from } = by
  const entry = { actor, action, subject: institutionId, detail: { ...read, session: from!.session } } as const
  if (visit !== undefined && (await hasEntry(env.db, entry))) return
  await env.db.tx(async (tx) => note(tx, by, action, institutionId, read))
}
