import { machines, next, publicState } from '@specie/protocol/machines.ts'
import type { Side } from '@specie/protocol/people/roles.ts'
import type { AuditAction } from '@specie/protocol/audit-actions.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { senderJob } from '../../chains/outbox/operations.ts'
import { sideOf, canTakeOver } from './stopped-by.ts'
import { type Address, addressMachine, type AddressState, assertCan, lockAddress } from './row.ts'
import type { OwnerFilter } from '../../directory/institutions.ts'

// Changes of a whitelisted wallet, by its institution or by the staff. After the commit no transaction is signed for a
// wallet that is not active.

type ChangeAddress = (env: Env, tx: Tx, whose: OwnerFilter, id: string, by: By) => Promise<string>
type Event = 'revoke' | 'suspend' | 'reinstate'

/** Permanently: queued transfers to it are refunded or wait for an operator. An unusable one never becomes usable. */
export const revokeAddress: ChangeAddress = (...args) => changeState('revoke', 'address.revoked', ...args)
/** Temporarily: transfers to it wait. The staff may also suspend a wallet that the institution has suspended. */
export const suspendAddress: ChangeAddress = (...args) => changeState('suspend', 'address.suspended', ...args)
export const reinstateAddress: ChangeAddress = (...args) => changeState('reinstate', 'address.reinstated', ...args)

/** Returns the new status for clients. */
async function changeState(
  event: Event,
  action: AuditAction,
  env: Env,
  tx: Tx,
  whose: OwnerFilter,
  id: string,
  by: By,
): Promise<string> {
  const address = await lockAddress(tx, whose, id)
  const side = sideOf(whose)
  const isStaffs = address.state === 'suspended' && address.suspended_by !== 'institution'
  if (event === 'reinstate' && side === 'institution' && isStaffs) {
    throw badRequest('suspended_by_staff', 'Specie has suspended this address. Ask support to reinstate it.', 'id')
  }
  const isTakenOver = event === 'suspend' && address.state === 'suspended' && canTakeOver(side, address.suspended_by)
  const state = isTakenOver ? await takeOver(tx, address, by) : await moveAddress(tx, address, event, side, by)
  audit(tx, {
    actor: by.actor,
    action,
    subject: address.id,
    detail: { institutionid: address.institution_id, why: by.why, ...by.from },
  })
  env.jobs.wake(tx, senderJob(address.blockchain))
  return publicState(machines.withdrawal_address, state)!
}

/** Its state does not change. */
async function takeOver(tx: Tx, { id, state }: Address, by: By): Promise<AddressState> {
  await tx.query(`update destinations.address set suspended_by = 'staff', updated_at = $2 where id = $1`, [id, by.at])
  return state
}

async function moveAddress(tx: Tx, address: Address, event: Event, side: Side, by: By): Promise<AddressState> {
  const step = stepOf(event, address)
  const change = { suspended_by: step === 'suspend' ? side : null }
  const [moved] = await moveRows(tx, addressMachine, [address], step, by, change)
  return moved!.state
}

/** Revoking an address that was never usable rejects it. */
function stepOf(event: Event, address: Address): string {
  const isRejected = event === 'revoke' && next(machines.withdrawal_address, address.state, 'reject') !== null
  if (isRejected) return 'reject'
  assertCan(address, event)
  return event
}
