import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { idsOf, batchSize, moveRows, type Work } from '../../base/state-machine/transitions.ts'
import {
  type OperationRequest,
  enqueueAll,
  type OperationOutcome,
  takeOutcomes,
} from '../../chains/outbox/operations.ts'
import { ownAddress } from '../../chains/own-addresses.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { chargeOf, fiatOf, isCoin, par } from '../../ledger/coin.ts'
import { burned, coinsReturned, type OffRamp, type Owing, type Redeemable } from './journals.ts'
import { money, note, noteLegs, paymentMachine } from '../payment/row.ts'
import { maxAttempts, refusalsOf, escalate } from '../payment/escalate.ts'

// The coins of an off-ramp: from the rail's address to the omnibus wallet, then burned or returned to their sender.

const uncollected = `select p.*, omnibus.address as omnibus
  from rails.payment p join chains.omnibus_wallet omnibus on omnibus.chain = p.blockchain
  where p.blockchain is not null and p.state in ('converting', 'returning') and p.collected_at is null and p.stuck is null
    and not p.on_hold
    and not exists (select from chains.current_operation o where o.purpose = 'rail_collection' and o.subject = p.id)`

/** Coins leave the rail's address only after a decision (S1). */
export const collect: Work = async (env, tx) => {
  const found = await tx.query<OffRamp & { omnibus: string }>(
    `${uncollected} order by p.created_at, p.id limit $1 for update of p skip locked`,
    [batchSize],
  )
  const requests = found.map(
    ({ id, received_currency: asset, blockchain: chain, received: amount, ...one }): OperationRequest => {
      const effect = { kind: 'collect' as const, asset, from: one.deposit_index, to: one.omnibus, amount }
      return { chain, purpose: 'rail_collection', subject: id, effect }
    },
  )
  if (requests.length > 0) await enqueueAll(env, tx, requests)
  return requests.length
}

type PaymentOutcome = { payment: OffRamp; outcome: OperationOutcome }

/** The outcomes with their payments, locked, split into done and failed. Open operations are ignored. */
async function withPayments(
  tx: Tx,
  outcomes: readonly OperationOutcome[],
): Promise<{ done: PaymentOutcome[]; failed: PaymentOutcome[] }> {
  const ended = new Map(outcomes.filter(isEnded).map((one) => [one.subject, one]))
  if (ended.size === 0) return { done: [], failed: [] }
  const rows = await tx.query<OffRamp>('select * from rails.payment where id = any($1) order by id for update', [
    [...ended.keys()],
  ])
  const all = rows.map((payment) => ({ payment, outcome: ended.get(payment.id)! }))
  const isDone = (one: PaymentOutcome) => one.outcome.state === 'final'
  return { done: all.filter(isDone), failed: all.filter((one) => !isDone(one)) }
}

const isEnded = ({ state }: OperationOutcome): boolean => state !== 'queued' && state !== 'working'

const ofChain = (env: Env): By => ({ actor: 'chain', why: 'final', at: env.clock.now() })

const noteEnds = (tx: Tx, leg: string, all: readonly PaymentOutcome[], { at }: By): Promise<void> =>
  noteLegs(
    tx,
    all.map(({ payment, outcome }) => note(payment, leg, outcome.state, outcome.txid || null)),
    at,
  )

/**
 * Collected, and the next operation queued in the same transaction, so that no withdrawal can take these coins in between.
 */
export const applyCollectionOutcomes: Work = async (env, tx) => {
  const outcomes = await takeOutcomes(tx, 'rail_collection', batchSize, { evenOnHold: true })
  const { done, failed } = await withPayments(tx, outcomes)
  const by = ofChain(env)
  const payments = done.map((one) => one.payment)
  await tx.query('update rails.payment set collected_at = $2 where id = any($1)', [idsOf(payments), by.at])
  await noteEnds(tx, 'collection', done, by)
  for (const one of payments) await burnOrReturn(env, tx, one)
  await refused(env, tx, 'collection', failed, by)
  return outcomes.length
}

/** Coins in the omnibus wallet are burned or returned. Payments on hold wait in that state (continueCollected). */
export async function burnOrReturn(env: Env, tx: Tx, payment: OffRamp): Promise<void> {
  if (payment.on_hold) return
  if (payment.state === 'converting') await enqueueAll(env, tx, [burnOf(redeemable(payment))])
  else if (await isReturnable(tx, payment)) await enqueueAll(env, tx, [returnOf(payment)])
  else
    await escalate(env, tx, payment, 'return', 'The sender of these coins is unknown. Find out where to return them.')
}

/** Coins in the omnibus wallet without an operation. They were blocked on arrival, or a chain refused them. */
export const continueCollected: Work = async (env, tx) => {
  const found = await tx.query<OffRamp>(
    `select * from rails.payment p where blockchain is not null and state in ('converting', 'returning')
       and collected_at is not null and booked_at is null and stuck is null and not on_hold
       and not exists (select from chains.current_operation o where o.subject = p.id and o.purpose in ('rail_burn', 'rail_return'))
     order by created_at, id limit $1 for update skip locked`,
    [batchSize],
  )
  for (const one of found) await burnOrReturn(env, tx, one)
  return found.length
}

function burnOf({ id, blockchain: chain, received_currency: asset, received: amount }: Redeemable): OperationRequest {
  return { chain, purpose: 'rail_burn', subject: id, effect: { kind: 'burn', asset, amount } }
}

function returnOf({
  id,
  blockchain: chain,
  received_currency: asset,
  received: amount,
  payer,
}: OffRamp): OperationRequest {
  return { chain, purpose: 'rail_return', subject: id, effect: { kind: 'transfer', asset, to: payer!.account, amount } }
}

/** Coins minted to the rail's address, or sent by us, have no sender to whom they could be returned. */
async function isReturnable(tx: Tx, { blockchain, payer }: OffRamp): Promise<boolean> {
  if (payer === null) return false
  return (await ownAddress(tx, blockchain, payer.account)) === null
}

function redeemable(payment: OffRamp): Redeemable {
  const { id, received_currency: coin, sent_currency: fiat } = payment
  if (!isCoin(coin) || fiatOf(coin) !== fiat) throw new Error(`payment ${id}: ${coin} is not redeemed in ${fiat}`)
  return payment as Redeemable
}

/** Burned: booked in the same step (L4, L7), and the amount to pay is known. */
export const applyBurnOutcomes: Work = async (env, tx) => {
  const outcomes = await takeOutcomes(tx, 'rail_burn', batchSize, { evenOnHold: true })
  const { done, failed } = await withPayments(tx, outcomes)
  const by = ofChain(env)
  const owing = done.map(({ payment }) => priced(env, redeemable(payment)))
  await postIn(
    env,
    tx,
    owing.map((one, i) => burned(one, done[i]!.outcome.txid ?? '')),
  )
  await tx.query(
    `update rails.payment p set booked_at = $4, commission = priced.commission, sent = priced.sent
     from unnest($1::uuid[], $2::numeric[], $3::numeric[]) priced (id, commission, sent) where p.id = priced.id`,
    [idsOf(owing), owing.map((one) => one.commission), owing.map((one) => one.sent), by.at],
  )
  await noteTxids(tx, done)
  await noteEnds(tx, 'burn', done, by)
  await noteLegs(
    tx,
    owing.map((one) => note(one, 'commission', 'taken', money(one.sent_currency, one.commission))),
    by.at,
  )
  await refused(env, tx, 'burn', failed, by)
  return outcomes.length
}

function priced({ config }: Env, payment: Redeemable): Owing {
  const worth = par(payment.received)
  const commission = chargeOf(worth, config.railFeeBps)
  return { ...payment, commission, sent: worth - commission }
}

async function noteTxids(tx: Tx, done: readonly PaymentOutcome[]): Promise<void> {
  await tx.query(
    `update rails.payment p set txid = final.txid from unnest($1::uuid[], $2::text[]) final (id, txid) where p.id = final.id`,
    [done.map(({ payment }) => payment.id), done.map(({ outcome }) => outcome.txid)],
  )
}

export const applyReturnOutcomes: Work = async (env, tx) => {
  const outcomes = await takeOutcomes(tx, 'rail_return', batchSize, { evenOnHold: true })
  const { done, failed } = await withPayments(tx, outcomes)
  const by = ofChain(env)
  await postIn(
    env,
    tx,
    done.map((one) => coinsReturned(one.payment, one.outcome.txid ?? '')),
  )
  await noteTxids(tx, done)
  await noteEnds(tx, 'return', done, by)
  await moveRows(
    tx,
    paymentMachine,
    done.map((one) => one.payment),
    'return',
    by,
  )
  await refused(env, tx, 'return', failed, by)
  return outcomes.length
}

/** The chain refuses. The coins stay in place, and the operation is tried once more. */
async function refused(
  env: Env,
  tx: Tx,
  leg: 'collection' | 'burn' | 'return',
  failed: readonly PaymentOutcome[],
  by: By,
): Promise<void> {
  await noteEnds(tx, leg, failed, by)
  const ids = failed.map(({ payment }) => payment.id)
  const times = await refusalsOf(tx, `rail_${leg}`, ids)
  for (const { payment, outcome } of failed) {
    const problem = `The ${leg} failed on ${payment.blockchain}: ${outcome.reason ?? 'no reason was given'}`
    if (times.get(payment.id)! % maxAttempts === 0) await escalate(env, tx, payment, leg, problem)
    else if (leg !== 'collection') await burnOrReturn(env, tx, payment) // `collect` finds a failed collection again
  }
}
