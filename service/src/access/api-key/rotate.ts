import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import { type Due, forEachDue } from '../../base/jobs/for-each-due.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { move, type By } from '../../base/state-machine/move.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { revokeKey } from './change.ts'
import { keyMachine, keyOf, type KeyRow } from './row.ts'

// A replaced key stays valid together with its successor for the overlap. From then on it is refused (keyring.ts); a job
// revokes it.

/** Called when the successor has proved itself. A frozen or revoked predecessor does not change. */
export async function startRotation(tx: Tx, successor: KeyRow, by: By): Promise<void> {
  const whose = { institutionId: successor.institution_id }
  const old = await keyOf(tx, whose, successor.replaces!, 'for update')
  if (old.state !== 'active') return
  const revokeAt = new Date(by.at.getTime() + successor.overlap_seconds! * 1_000)
  await tx.query('update access.api_key set revoke_at = $2 where id = $1', [old.id, revokeAt])
  await move(tx, keyMachine, old.id, 'rotate', by)
  const detail = {
    institutionid: old.institution_id,
    successor: successor.id,
    revoke_at: revokeAt.toISOString(),
    ...by.from,
  }
  audit(tx, { actor: by.actor, action: 'key.rotating', subject: old.id, detail })
}

export const revokeReplaced: Job = {
  name: 'access.keys',
  everyMs: 5_000,
  run: (env) => {
    const by = byService(env, 'its successor has taken over')
    return forEachDue(env, replacedBefore(by.at), (tx, { id }) => revokeKey(tx, { institutionId: null }, id, by))
  },
}

const replacedBefore = (at: Date): Due => ({
  table: 'access.api_key',
  condition: `revoke_at <= $1 and state <> 'revoked'`,
  values: [at],
  order: 'revoke_at',
})
