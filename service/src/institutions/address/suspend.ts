import { machines, next, publicState } from '@specie/protocol/machines.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { senderJob } from '../../chains/outbox/operations.ts'
import { type Address, addressMachine } from './row.ts'

// Operators' changes of a whitelisted wallet. After the commit nothing is signed for a wallet that is not active.

type ChangeAddress = (env: Env, tx: Tx, id: string, actor: string, why: string) => Promise<string>

/** Permanently: queued transfers to it are refunded or wait for an operator. One that is not usable yet never becomes so. */
export const revokeAddress: ChangeAddress = (...args) => changeState('revoke', 'address.revoked', ...args)
/** Temporarily: transfers to it wait. */
export const suspendAddress: ChangeAddress = (...args) => changeState('suspend', 'address.suspended', ...args)
export const reinstateAddress: ChangeAddress = (...args) => changeState('reinstate', 'address.reinstated', ...args)

/** Returns the new status as clients see it. */
async function changeState(
  event: 'revoke' | 'suspend' | 'reinstate',
  action: string,
  env: Env,
  tx: Tx,
  id: string,
  actor: string,
  why: string,
): Promise<string> {
  const [address] = isUuid(id)
    ? await tx.query<Address>('select * from institutions.address where id = $1 for update', [id])
    : []
  if (!address) throw badRequest('unknown', 'There is no such address.', 'addressid')
  const step = [event, ...(event === 'revoke' ? ['reject'] : [])].find(
    (one) => next(machines.withdrawal_address, address.state, one) !== null,
  )
  if (step === undefined) {
    throw badRequest('state', `One cannot ${event} an address that is ${address.state}.`, 'addressid')
  }
  const at = env.clock.now()
  const [moved] = await moveRows(tx, addressMachine, [address], step, { actor, why, at })
  await audit(tx, { actor, action, subject: address.id, detail: { why } })
  env.jobs.wake(tx, senderJob(address.blockchain))
  return publicState(machines.withdrawal_address, moved!.state)!
}
