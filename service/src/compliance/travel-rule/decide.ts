import { machines, next } from '@specie/protocol/machines.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { change, type Exchange, type ExchangeState, exchangesJob, findExchange, step } from './row.ts'

/** Staff send a message again that the other provider has not taken for three days. Returns the message. */
export async function retryMessage(env: Env, tx: Tx, id: string, by: By): Promise<NonNullable<Exchange['due']>> {
  const found = await findExchange(tx, id, 'for update')
  if (!found) throw new ApiError('not_found', { id }, 'There is no such exchange.')
  const { undelivered: due, institution_id } = found
  if (due === null)
    throw badRequest('state', 'Each message of this exchange was delivered, or is still being sent.', 'id')
  await change(env, tx, found, { due, next_at: by.at, tries: 0, undelivered: null, problem: null })
  const detail = { institutionid: institution_id ?? '', message: due, why: by.why, ...by.from }
  audit(tx, { actor: by.actor, action: 'exchange.retried', subject: id, detail })
  env.jobs.wake(tx, exchangesJob)
  return due
}

/** Staff decide on an inquiry in doubt. The provider learns it at its callback. */
export async function decideInquiry(
  env: Env,
  tx: Tx,
  id: string,
  decision: 'approve' | 'reject',
  by: By,
): Promise<ExchangeState> {
  const found = await findExchange(tx, id, 'for update')
  if (!found) throw new ApiError('not_found', { id }, 'There is no such exchange.')
  const isOpen = found.direction === 'in' && next(machines.travel_rule, found.state, 'approve') !== null
  if (!isOpen)
    throw badRequest('state', `This exchange is ${found.state}: only an inquiry in doubt can be decided.`, 'id')
  const decided = await step(tx, found, [decision], by)
  const reason = decision === 'reject' ? { reason: 'We cannot accept this transfer.' } : {}
  await change(env, tx, decided, { ...reason, due: 'resolution', next_at: by.at, tries: 0, problem: null })
  audit(tx, {
    actor: by.actor,
    action: 'exchange.decided',
    subject: id,
    detail: { institutionid: found.institution_id ?? '', decision, why: by.why, ...by.from },
  })
  env.jobs.wake(tx, exchangesJob)
  return decided.state
}
