import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { machines, next, publicState } from '@specie/protocol/machines.ts'
import type { cancelMint as CancelMint } from '@specie/protocol/endpoints/supply.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { dropIntent, lockIntent } from '../../base/jobs/intents.ts'
import type { By } from '../../base/state-machine/move.ts'
import { requestOf, isDryRun, once, dryRun, type Answered } from '../../base/idempotency/once.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { locked } from './funding/job.ts'
import {
  type Conversion,
  conversionMachine,
  endMint,
  intentOf,
  returnCrypto,
  type StartedConversion,
} from './funding/row.ts'
import { unarrivedSale } from './funding/unarrived.ts'
import type { Mint } from './row.ts'

type CancelRequest = RequestOf<typeof CancelMint>
type Answer = ResponseOf<typeof CancelMint>
type Caller = { institutionId: string; actor: string }

/**
 * Cancels a mint that waits for its crypto, or for a price within its ceiling, before the provider has the order to sell.
 */
export async function cancelMint(env: Env, caller: Caller, fields: CancelRequest): Promise<Answered<Answer>> {
  const isDry = isDryRun(fields)
  const unarrivedAt = await unarrivedSaleOf(env, caller.institutionId, fields.requestid)
  const work = async (tx: Tx): Promise<Answer> => {
    const at = env.clock.now()
    const mint = await cancelable(tx, caller.institutionId, fields.requestid)
    await cancel(env, tx, mint, unarrivedAt, { actor: caller.actor, why: 'canceled', at })
    const status = publicState(machines.mint, isDry ? mint.state : 'canceled')!
    const free = isDry ? { fee: '0', fee_currency: mint.funding_currency } : {}
    return { timestamp: at.toISOString(), result: 'ok', requestid: mint.id, status, ...free, validated: false }
  }
  const idempotent = requestOf(caller.institutionId, 'cancelMint', fields)
  if (!isDry) return once(env, idempotent, work)
  const { answer, replayed } = await dryRun(env, idempotent, work)
  return { answer: { ...answer, validated: true, limits: [] }, replayed }
}

/** Asks the provider before the transaction. An order that it may have received is not canceled. */
async function unarrivedSaleOf(env: Env, institutionId: string, id: string): Promise<Date | null> {
  const [conversion] = await env.db.query<Conversion>(
    `select * from issuance.conversion where institution_id = $1 and id::text = $2 and state = 'converting'`,
    [institutionId, id],
  )
  return conversion === undefined ? null : unarrivedSale(env, conversion)
}

/** Locked in the order of a sale's settlement: intent, conversion, mint. */
async function cancelable(tx: Tx, institutionId: string, id: string): Promise<Mint> {
  await lockIntent(tx, intentOf(id))
  await tx.query('select 1 from issuance.conversion where institution_id = $1 and id::text = $2 for update', [
    institutionId,
    id,
  ])
  const [mint] = await tx.query<Mint>(
    'select * from issuance.mint where institution_id = $1 and id::text = $2 for update',
    [institutionId, id],
  )
  if (!mint) throw badRequest('unknown', 'There is no such mint.', 'requestid')
  if (mint.on_hold || next(machines.mint, mint.state, 'cancel') === null) throw tooLate(mint)
  return mint
}

const tooLate = (mint: Mint, message?: string): ApiError =>
  new ApiError('not_cancelable', { status: publicState(machines.mint, mint.state) }, message)

const reason = 'Canceled by the institution.'

async function cancel(env: Env, tx: Tx, mint: Mint, unarrivedAt: Date | null, by: By): Promise<void> {
  const conversion = (await locked(tx, mint.id)) as StartedConversion
  if (conversion.state === 'waiting_deposit') {
    await moveRows(tx, conversionMachine, [conversion], 'cancel', by, { reason })
    return endMint(tx, mint.id, 'cancel', reason, by)
  }
  if (conversion.state === 'sending')
    throw tooLate(
      mint,
      'The crypto of this mint is on the way to the provider. You can cancel the mint after the crypto has arrived, until it is sold.',
    )
  const isUnsent = conversion.state === 'converting' && (await dropIntent(tx, intentOf(mint.id), by.at, unarrivedAt))
  if (!isUnsent) throw tooLate(mint)
  await returnCrypto(env, tx, conversion, 'cancel', reason, by)
}
