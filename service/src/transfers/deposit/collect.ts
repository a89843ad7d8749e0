import { audit } from '../../base/audit/audit.ts'
import { closeCasesAbout, openCase } from '../../banking/reconciliation/cases.ts'
import type { Power } from '../../base/ports/chain.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import type { By } from '../../base/state-machine/move.ts'
import { batchSize, type Work } from '../../base/state-machine/transitions.ts'
import {
  type OperationRequest,
  enqueueAll,
  type OperationOutcome,
  takeOutcomes,
  refusalsOf,
} from '../../chains/outbox/operations.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { isCoin } from '../../ledger/coin.ts'
import { collectedJournal, type Deposit, depositsJob, type Owned } from './row.ts'

// Collects credited deposits: coins into the omnibus wallet, which pays withdrawals, and assigned crypto into its owner's
// own wallet, from which it is sold.

/** A refusal of the chain is followed by one more attempt, then by an escalation. */
const maxAttempts = 2

/**
 * Deposits on a chain without an omnibus wallet are found again when it has one. The outcome of a failure is read before the
 * next attempt.
 */
const uncollected = `select d.*, case when d.asset in ('VCHF', 'VGBP') then omnibus.address else own.address end as to
  from transfers.deposit d
  left join chains.omnibus_wallet omnibus on omnibus.chain = d.blockchain
  left join chains.institution_address own on own.institution_id = d.institution_id and own.family = 'evm'
  where d.state = 'credited' and not d.on_hold and d.collected_at is null and d.stuck_at is null
    and (d.asset in ('VCHF', 'VGBP') or d.assigned_at is not null)
    and case when d.asset in ('VCHF', 'VGBP') then omnibus.address else own.address end is not null
    and not exists (select from chains.current_operation o where o.purpose = 'collection' and o.subject = d.id)`

export const collectCredited: Work = async (env, tx) => {
  const found = await tx.query<Deposit & { to: string }>(
    `${uncollected} order by d.created_at, d.id limit $1 for update of d skip locked`,
    [batchSize],
  )
  if (found.length > 0) await enqueueAll(env, tx, found.map(requestOf))
  return found.length
}

function requestOf({
  id,
  asset,
  blockchain: chain,
  quantity: amount,
  source,
  at_key,
  to,
}: Deposit & { to: string }): OperationRequest {
  const from = source ?? (at_key as Power | null)
  const effect =
    from === null
      ? { kind: 'transfer' as const, asset, to, amount }
      : { kind: 'collect' as const, asset, from, to, amount }
  return { chain, purpose: 'collection', subject: id, effect }
}

/** Applies the outcomes of collections. A failed one is retried once, then escalated. */
export const applyCollectionOutcomes: Work = async (env, tx) => {
  const outcomes = await takeOutcomes(tx, 'collection', batchSize)
  if (outcomes.length === 0) return 0
  const collected = await tx.query<Owned>(
    'update transfers.deposit set collected_at = $2 where id = any($1) and collected_at is null returning *',
    [outcomes.filter((one) => one.state === 'final').map((one) => one.subject), env.clock.now()],
  )
  await postIn(env, tx, collected.filter((one) => !isCoin(one.asset)).map(collectedJournal))
  const failed = outcomes.filter((one) => one.state === 'failed' || one.state === 'canceled')
  const ids = failed.map((one) => one.subject)
  const times = await refusalsOf(tx, 'collection', ids)
  for (const one of failed) {
    const tries = times.get(one.subject)!
    if (tries % maxAttempts === 0) await escalate(env, tx, one, tries)
  }
  return outcomes.length
}

/** No more attempts until staff resume it. */
async function escalate(env: Env, tx: Tx, { subject, chain, asset, amount, reason }: OperationOutcome, tries: number) {
  const at = env.clock.now()
  const problem = `Its coins could not be collected on ${chain}: ${reason ?? 'no reason was given'}`
  env.log.error({ depositid: subject, chain, reason }, 'coins stay at an address of ours; they cannot be collected')
  await tx.query('update transfers.deposit set stuck_at = $2 where id = $1', [subject, at])
  const detail = { depositid: subject, blockchain: chain, asset, amount: String(amount), problem }
  await openCase(tx, { kind: 'deposit_collection', cause: `${subject}:${tries}`, detail }, at)
}

/** Staff have resolved the problem. The coins are collected or sent back again, and the case is closed. */
export async function retryCollection(env: Env, tx: Tx, id: string, { actor, why, at, from }: By): Promise<void> {
  const [deposit] = isUuid(id)
    ? await tx.query<{ id: string; institution_id: string | null; stuck_at: Date | null }>(
        'select id, institution_id, stuck_at from transfers.deposit where id = $1 for update',
        [id],
      )
    : []
  if (!deposit) throw new ApiError('not_found', { depositid: id }, 'There is no such deposit.')
  if (deposit.stuck_at === null)
    throw badRequest(
      'state',
      'The collection of this deposit continues automatically. No action is needed.',
      'depositid',
    )
  await tx.query('update transfers.deposit set stuck_at = null where id = $1', [id])
  for (const kind of ['deposit_collection', 'deposit_return'] as const)
    await closeCasesAbout(tx, kind, { depositid: deposit.id }, at, actor)
  const { institution_id } = deposit
  const detail = { ...(institution_id && { institutionid: institution_id }), why, ...from }
  audit(tx, { actor, action: 'deposit.collection_retried', subject: id, detail })
  env.jobs.wake(tx, depositsJob)
}
