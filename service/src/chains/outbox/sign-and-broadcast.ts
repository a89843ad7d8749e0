import { type Bundle, type CoinCode, TemporaryRefusal, Refusal, FeeTooHigh } from '../../base/ports/chain.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { assertReserveCovers } from './reserve-guard.ts'
import { contractOn, type Operation } from './operations.ts'
import { withoutRequest, putAside } from './last-look.ts'
import {
  type Submission,
  type SenderContext,
  end,
  fenced,
  releaseNonce,
  orderOf,
  otherAttempts,
  requeue,
  saveAttempt,
} from './transactions.ts'

/** The scope of a wait: this transaction only, or everything with its asset from its key. */
export type Waiting = 'transaction' | 'asset'

/** Signs a transaction, saves its bytes and broadcasts them. Returns what has to wait, or null. */
export async function signAndBroadcast(context: SenderContext, submission: Submission): Promise<Waiting | null> {
  const { env, chain } = context
  const { operations, attempts } = submission
  const { asset, kind } = operations[0]!
  const unasked = await withoutRequest(env, env.db, operations)
  if (unasked.length > 0) return passOver(context, submission, unasked)
  try {
    if (kind === 'mint') await assertReserveCovers(env.db, asset as CoinCode)
    // Bitcoin has no nonces. Two payments are kept apart by spending different inputs.
    const others = chain.family === 'bitcoin' ? await otherAttempts(context, submission.transaction.id) : []
    const attempt = await chain.sign(await contractOn(env.db, chain.code, asset), { ...bundleOf(submission), others })
    const saved = await withFaultPoint(env, 'chain.signed', () => saveAttempt(context, submission, attempt))
    if (!saved) return requeueStopped(context, submission).then(() => null)
    const answer = await withFaultPoint(env, 'chain.sent', () => chain.broadcast(attempt))
    if (answer !== 'accepted') env.log.info({ chain: chain.code, hash: attempt.hash, answer }, 'not accepted at once')
    return null
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof TemporaryRefusal)) throw error
    const waiting = error instanceof FeeTooHigh ? 'transaction' : 'asset'
    // After earlier attempts, a refusal proves nothing. One of them may be its cause.
    if (attempts.length > 0) return waiting
    if (error instanceof TemporaryRefusal) return postpone(context, submission, error.message).then(() => waiting)
    return refuse(context, submission, error.message).then(() => null)
  }
}

export const bundleOf = ({ transaction, operations, attempts }: Submission): Bundle => ({
  orders: operations.map(orderOf),
  nonce: transaction.nonce,
  earlier: attempts,
})

/**
 * The chain would refuse the transaction, and nothing was signed. A chain also refuses an operation that it has executed,
 * perhaps in a transaction that a restored backup does not know. Such an operation is done; the others are requeued.
 */
async function refuse(context: SenderContext, { transaction, operations }: Submission, reason: string): Promise<void> {
  const done = await doneAmong(context, operations)
  const rest = operations.filter((one) => !done.includes(one))
  await fenced(context, async (tx) => {
    await releaseNonce(tx, transaction)
    await endDone(context.env, tx, done)
    if (done.length > 0) await requeue(context.env, tx, rest, false)
    else await failOrIsolate(context.env, tx, rest, reason)
  })
}

/**
 * One of its operations was stopped during signing. All operations return to the queue, which skips the stopped one.
 */
function requeueStopped(context: SenderContext, { transaction, operations }: Submission): Promise<void> {
  context.env.log.info({ chain: context.chain.code, operations: idsOf(operations) }, 'stopped before it was sent')
  return fenced(context, async (tx) => {
    await releaseNonce(tx, transaction)
    await requeue(context.env, tx, operations, false)
  })
}

/** Some of its operations have no sealed request. All are requeued; the queue skips those. */
async function passOver(
  context: SenderContext,
  { transaction, operations, attempts }: Submission,
  unasked: readonly Operation[],
): Promise<Waiting | null> {
  await fenced(context, async (tx) => {
    await putAside(context.env, tx, unasked)
    if (attempts.length > 0) return
    await releaseNonce(tx, transaction)
    await requeue(context.env, tx, operations, false)
  })
  return attempts.length > 0 ? 'transaction' : null
}

/** Returns the operations to the queue unchanged. */
function postpone(context: SenderContext, { transaction, operations }: Submission, reason: string): Promise<void> {
  context.env.log.warn({ chain: context.chain.code, reason }, 'a transaction has to wait')
  return fenced(context, async (tx) => {
    await releaseNonce(tx, transaction)
    await requeue(context.env, tx, operations, false)
  })
}

/** One failing operation must not fail the others of its bundle. Each is retried alone. A single operation fails. */
export async function failOrIsolate(env: Env, tx: Tx, operations: readonly Operation[], reason: string): Promise<void> {
  if (operations.length === 0) return
  env.log.warn({ operations: idsOf(operations), reason }, 'a chain refuses a transaction')
  if (operations.length > 1) return requeue(env, tx, operations, true)
  await end(env, tx, operations, { state: 'failed', reason })
}

/** Operations that the chain has executed, as far as it keeps a record. */
export async function doneAmong({ env, chain }: SenderContext, operations: readonly Operation[]): Promise<Operation[]> {
  const contract = await contractOn(env.db, chain.code, operations[0]!.asset)
  if (contract === null) return []
  const done = await Promise.all(operations.map((one) => chain.isDone(contract, orderOf(one))))
  return operations.filter((_, i) => done[i])
}

/** Ends executed operations. Supply changes end with the chain's own event instead (watcher/watcher.ts). */
export function endDone(env: Env, tx: Tx, done: readonly Operation[]): Promise<void> {
  return end(env, tx, done.filter(isNoSupplyChange), { state: 'final', txid: '' })
}

export const isNoSupplyChange = ({ kind }: Operation): boolean => kind !== 'mint' && kind !== 'burn'
