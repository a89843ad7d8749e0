import { acts } from '@specie/protocol/people/acts.ts'
import type { Role } from '@specie/protocol/people/roles.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { type By, move } from '../../base/state-machine/move.ts'
import { findPerson } from '../../directory/person.ts'
import { assertUndecided, caseMachine, findCase, lockCase, note, sealingKey } from './row.ts'

// What one person does with a case: assign it, write a note. Two decide (decide.ts).

/** To this person; null: it is unassigned again. */
export async function assignCase(tx: Tx, id: string, assignee: string | null, by: By): Promise<void> {
  const found = await lockCase(tx, id)
  assertUndecided(found)
  if (assignee !== null) await assertMayWork(tx, assignee)
  await tx.query('update compliance.case_file set assignee = $2, updated_at = $3 where id = $1', [id, assignee, by.at])
  if (assignee !== null && found.state === 'open') await move(tx, caseMachine, id, 'assign', by)
  if (assignee === null && found.state === 'in_review') await move(tx, caseMachine, id, 'release', by)
  note(tx, by, 'case.assigned', id, { to: assignee ?? 'nobody' })
}

async function assertMayWork(tx: Tx, id: string): Promise<void> {
  const person = await findPerson(tx, id)
  const roles: readonly Role[] = acts['cases.work'].roles
  if (person?.state === 'active' && person.roles.some((role) => roles.includes(role))) return
  throw badRequest('assignee', 'Only active staff with the role compliance or mlro can work on a case.', 'personid')
}

export const noteContext = (id: string): string => `note ${id}`

/** Notes can be added to a decided case too: an authority may answer later. */
export async function addNote(env: Env, tx: Tx, caseId: string, text: string, by: By): Promise<string> {
  const key = await sealingKey(env, tx, await findCase(tx, caseId))
  const id = env.ids.uuid(by.at)
  await tx.query(
    'insert into compliance.case_note (id, case_id, sealed, created_at, created_by) values ($1, $2, $3, $4, $5)',
    [id, caseId, key.seal(noteContext(id), Buffer.from(text)), by.at, by.actor],
  )
  note(tx, by, 'case.noted', caseId, { note: id })
  return id
}
