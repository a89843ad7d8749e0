import { machines, next } from '@specie/protocol/machines.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { AuditAction } from '@specie/protocol/audit-actions.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import type { By } from '../../base/state-machine/move.ts'
import { refusedInState } from '../../base/state-machine/refusal.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { haltedAgain } from '../../people/approval/refusal.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { type Rail, railMachine, type RailState } from './row.ts'

// Staff actions on an active rail. Payments over an inactive rail are returned.

/** Returns the state of the rail afterwards. */
type RailAction = (tx: Tx, id: string, by: By) => Promise<RailState>

/** By one person, immediately. */
export const suspendRail: RailAction = (tx, id, by) =>
  change(tx, id, { event: 'suspend', action: 'rail.suspended' }, by)
/** For good. */
export const closeRail: RailAction = (tx, id, by) => change(tx, id, { event: 'close', action: 'rail.closed' }, by)

/** Closed by its institution; for any other institution, the rail does not exist. */
export async function closeOwnRail(tx: Tx, institutionId: string, id: string, by: By): Promise<RailState> {
  const [own] = isUuid(id)
    ? await tx.query('select from rails.rail where (id, institution_id) = ($1, $2)', [id, institutionId])
    : []
  if (!own) throw noSuchRail(id)
  return closeRail(tx, id, by)
}

const noSuchRail = (id: string): ApiError => new ApiError('not_found', { railid: id }, 'There is no such rail.')

/** The act of an approved `rail.resume`. */
export async function resumeRail(
  _env: Env,
  tx: Tx,
  { railid, halt: seen }: PayloadOf<'rail.resume'>,
  { maker, ...by }: ApprovalActor,
): Promise<void> {
  const now = await suspensionOf(tx, railid)
  if (now !== undefined && now !== seen) throw haltedAgain(`The rail ${railid}`, 'railid')
  await change(tx, railid, { event: 'reinstate', action: 'rail.reinstated', maker }, by)
}

/** The suspension to end. */
export async function completeRailResume(
  _env: Env,
  tx: Tx,
  payload: PayloadOf<'rail.resume'>,
): Promise<PayloadOf<'rail.resume'>> {
  const halt = await suspensionOf(tx, payload.railid)
  return { ...(halt !== undefined && { halt }), ...payload }
}

/** When it was suspended; undefined when it is not. */
async function suspensionOf(tx: Tx, id: string): Promise<string | undefined> {
  const [rail] = await tx.query<Rail>(`select * from rails.rail where id = $1 and state = 'suspended' for update`, [id])
  return rail?.updated_at.toISOString()
}

export async function describeRailResume(
  _env: Env,
  sql: Sql,
  { railid }: PayloadOf<'rail.resume'>,
): Promise<Description> {
  const [rail] = await sql.query<Rail>('select * from rails.rail where id = $1', [railid])
  return { title: `Resume the rail ${rail?.clreqid ?? railid}`, institutionId: rail?.institution_id ?? null }
}

type Change = { event: 'suspend' | 'reinstate' | 'close'; action: AuditAction; maker?: string }

async function change(tx: Tx, id: string, { event, action, ...more }: Change, by: By): Promise<RailState> {
  const [rail] = isUuid(id) ? await tx.query<Rail>('select * from rails.rail where id = $1 for update', [id]) : []
  if (!rail) throw noSuchRail(id)
  const state = next(machines.payment_rail, rail.state, event)
  if (state === null) throw refusedInState('rail', machines.payment_rail, rail.state, event, { field: 'railid' })
  await moveRows(tx, railMachine, [rail], event, by)
  audit(tx, {
    actor: by.actor,
    action,
    subject: rail.id,
    detail: { institutionid: rail.institution_id, why: by.why, ...more, ...by.from },
  })
  return state
}
