import type { AuditAction } from '../../base/audit/actions.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import { badRequest } from '../../base/http/errors.ts'
import { move, type By } from '../../base/state-machine/move.ts'
import { sideOf, takesOver } from '../side.ts'
import { assertCan, keyMachine, keyOf, type KeyRow, type KeyState, type Whose } from './row.ts'

// Changes of a key by people. Each takes effect with its commit: the next request of any process sees the new version of
// the key's standing.

/** Returns the state of the key afterwards. */
type ChangeKey = (tx: Tx, whose: Whose, id: string, by: By) => Promise<KeyState>

/** For good, from any state. */
export const revokeKey: ChangeKey = async (tx, whose, id, by) => {
  const key = await keyOf(tx, whose, id, 'for update')
  return change(tx, key, { event: 'revoke', action: 'key.revoked' }, by)
}

/** For the time being: one person, at once. The staff may also freeze what the institution has frozen. */
export const freezeKey: ChangeKey = async (tx, whose, id, by) => {
  const key = await keyOf(tx, whose, id, 'for update')
  const side = sideOf(whose)
  const isTakenOver = key.state === 'frozen' && takesOver(side, key.frozen_by)
  const event = isTakenOver ? null : 'freeze'
  const state = await change(tx, key, { event, action: 'key.frozen' }, by)
  await tx.query('update institutions.api_key set frozen_by = $2 where id = $1', [key.id, side])
  return state
}

/** A key that has a successor goes on being replaced. */
export const unfreezeKey: ChangeKey = async (tx, whose, id, by) => {
  const key = await keyOf(tx, whose, id, 'for update')
  if (key.state === 'frozen' && key.frozen_by === 'staff' && sideOf(whose) === 'institution')
    throw badRequest('frozen_by_staff', 'Our staff has frozen this key: contact support.', 'id')
  const event = key.revoke_at === null ? 'unfreeze' : 'resume'
  const state = await change(tx, key, { event, action: 'key.unfrozen' }, by)
  await tx.query('update institutions.api_key set frozen_by = null where id = $1', [key.id])
  return state
}

/** `event` null: its state stays as it is. */
async function change(
  tx: Tx,
  key: KeyRow,
  { event, action }: { event: string | null; action: AuditAction },
  by: By,
): Promise<KeyState> {
  if (event !== null) assertCan(key, event)
  const state = event === null ? key.state : await move(tx, keyMachine, key.id, event, by)
  audit(tx, {
    actor: by.actor,
    action,
    subject: key.id,
    detail: { institutionid: key.institution_id, why: by.why, ...by.from },
  })
  return state as KeyState
}
