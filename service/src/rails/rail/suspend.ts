import { machines, next } from '@specie/protocol/machines.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { type Rail, railMachine } from './row.ts'

// What people do with a rail that is active. What arrives over one that is not goes back.

type Switch = (env: Env, tx: Tx, id: string, actor: string, why: string) => Promise<void>

export const suspendRail: Switch = (...asked) => turn('suspend', 'rail.suspended', ...asked)
export const reinstateRail: Switch = (...asked) => turn('reinstate', 'rail.reinstated', ...asked)
/** For good. */
export const closeRail: Switch = (...asked) => turn('close', 'rail.closed', ...asked)

async function turn(
  event: 'suspend' | 'reinstate' | 'close',
  action: string,
  env: Env,
  tx: Tx,
  id: string,
  actor: string,
  why: string,
): Promise<void> {
  const [rail] = isUuid(id) ? await tx.query<Rail>('select * from rails.rail where id = $1 for update', [id]) : []
  if (!rail) throw badRequest('unknown', 'There is no such rail.', 'railid')
  if (next(machines.payment_rail, rail.state, event) === null) {
    throw badRequest('state', `One cannot ${event} a rail that is ${rail.state}.`, 'railid')
  }
  const at = env.clock.now()
  await moveRows(tx, railMachine, [rail], event, { actor, why, at })
  await audit(tx, { actor, action, subject: rail.id, detail: { why } })
}
