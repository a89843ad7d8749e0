import type { AuditAction } from '@specie/protocol/audit-actions.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import { badRequest } from '../../base/http/errors.ts'
import { move, type By } from '../../base/state-machine/move.ts'
import { assertCan, keyMachine, keyOf, type KeyRow, type KeyState } from './row.ts'
import type { OwnerFilter } from '../../directory/institutions.ts'

// Changes of a key by people. Each takes effect with its commit. The next request of any process sees the new version of
// the key's standing.

/** The owner of the key and, for an institution, the roles of the acting person; without roles an administrator. */
type Acting = OwnerFilter & { readonly roles?: readonly string[] }

/** Returns the state of the key afterwards. */
type ChangeKey = (tx: Tx, acting: Acting, id: string, by: By) => Promise<KeyState>

/** Permanently, from any state. */
export const revokeKey: ChangeKey = async (tx, acting, id, by) => {
  const key = await keyOf(tx, acting, id, 'for update')
  return change(tx, key, { event: 'revoke', action: 'key.revoked' }, by)
}

/** The parties that freeze keys, the weakest first. `institution`: its administrator. */
export const freezers = ['institution', 'approver', 'staff'] as const
type Freezer = (typeof freezers)[number]

const isWeaker = (one: Freezer | null, other: Freezer): boolean => freezers.indexOf(one!) < freezers.indexOf(other)

/** The party for which the caller freezes. */
function freezerOf({ institutionId, roles = ['admin'] }: Acting): Freezer {
  if (institutionId === null) return 'staff'
  return roles.includes('admin') ? 'institution' : 'approver'
}

/** Temporarily: one person, at once. A stronger party may take over a freeze. */
export const freezeKey: ChangeKey = async (tx, acting, id, by) => {
  const key = await keyOf(tx, acting, id, 'for update')
  const freezer = freezerOf(acting)
  const isTakenOver = key.state === 'frozen' && isWeaker(key.frozen_by, freezer)
  const event = isTakenOver ? null : 'freeze'
  const state = await change(tx, key, { event, action: 'key.frozen' }, by)
  await tx.query('update access.api_key set frozen_by = $2 where id = $1', [key.id, freezer])
  return state
}

/** Continues the replacement of a key that has a successor. */
export const unfreezeKey: ChangeKey = async (tx, acting, id, by) => {
  const key = await keyOf(tx, acting, id, 'for update')
  if (key.state === 'frozen') assertMayUnfreeze(acting, key.frozen_by)
  const event = key.revoke_at === null ? 'unfreeze' : 'resume'
  const state = await change(tx, key, { event, action: 'key.unfrozen' }, by)
  await tx.query('update access.api_key set frozen_by = null where id = $1', [key.id])
  return state
}

/**
 * Administrator and approver control each other. Each unfreezes only keys that their own role has frozen. The staff
 * unfreeze all.
 */
function assertMayUnfreeze({ institutionId, roles = ['admin'] }: Acting, frozenBy: Freezer | null): void {
  if (institutionId === null) return
  if (frozenBy === 'staff')
    throw badRequest('frozen_by_staff', 'Our staff have frozen this key. Contact support.', 'id')
  const needed = frozenBy === 'approver' ? 'approver' : 'admin'
  if (roles.includes(needed)) return
  const who = needed === 'approver' ? 'An approver' : 'An administrator'
  throw badRequest(
    `frozen_by_${needed}`,
    `${who} of your institution has frozen this key. Only a person with that role can unfreeze it.`,
    'id',
  )
}

/** `event` null: its state does not change. */
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
