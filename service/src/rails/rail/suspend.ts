import { machines, next } from '@specie/protocol/machines.ts'
import type { AuditAction } from '../../base/audit/actions.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { refusedInState } from '../../base/state-machine/refusal.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { type Rail, railMachine } from './row.ts'

// Operator actions on an active rail. Payments over a rail that is not active are returned.

type RailAction = (env: Env, tx: Tx, id: string, actor: string, why: string) => Promise<void>

export const suspendRail: RailAction = (...args) => change('suspend', 'rail.suspended', ...args)
export const reinstateRail: RailAction = (...args) => change('reinstate', 'rail.reinstated', ...args)
/** For good. */
export const closeRail: RailAction = (...args) => change('close', 'rail.closed', ...args)

async function change(
  event: 'suspend' | 'reinstate' | 'close',
  action: AuditAction,
  env: Env,
  tx: Tx,
  id: string,
  actor: string,
  why: string,
): Promise<void> {
  const [rail] = isUuid(id) ? await tx.query<Rail>('select * from rails.rail where id = $1 for update', [id]) : []
  if (!rail) throw badRequest('unknown', 'There is no such rail.', 'railid')
  if (next(machines.payment_rail, rail.state, event) === null) {
    throw refusedInState('rail', machines.payment_rail, rail.state, event, { field: 'railid' })
  }
  const at = env.clock.now()
  await moveRows(tx, railMachine, [rail], event, { actor, why, at })
  audit(tx, { actor, action, subject: rail.id, detail: { why } })
}
