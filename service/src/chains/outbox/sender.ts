import { severityOf } from '../../base/jobs/severity.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { type CoinCode, TemporaryRefusal } from '../../base/ports/chain.ts'
import type { Db } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { Disagreement } from '../adapters/agreement.ts'
import { signAndBroadcast, doneAmong, type Waiting } from './sign-and-broadcast.ts'
import { track } from './track.ts'
import { leaseHolder, takeLease } from './lease.ts'
import { assertReserveCovers } from './reserve-guard.ts'
import { type Operation, senderJob } from './operations.ts'
import { backedOff, backOff, resetBackoff } from './backoff.ts'
import { endTrouble, clearTroubleMetric, reportTrouble } from '../trouble/reliable.ts'
import {
  assign,
  submissionById,
  operationsWithoutTransaction,
  type SenderContext,
  dropRevoked,
  fenced,
  nextBundle,
  requeue,
  sendingOn,
} from './transactions.ts'

// Exactly once (chains.md). A nonce is saved before signing, the bytes before sending. A transaction that may have left is
// only resent unchanged, or replaced under the same nonce. An operation returns to the queue only when the chain finally
// shows that no attempt can land.

/** One sender for each chain, in the process that holds the lease of the key. */
export function sender(code: ChainCode): Job {
  const applies = ({ chains, signer }: Env) => signer !== null && chains.has(code)
  return { name: senderJob(code), everyMs: 1_000, applies, run: (env) => send(env, code) }
}

async function send(env: Env, code: ChainCode): Promise<number> {
  const chain = env.chains.get(code)!
  const { broken, troubled, keys } = await sendingOn(env.db, code)
  // A chain that changed a final block. Nothing is sent or trusted there until an operator has examined it.
  if (broken) return 0
  const disputes: string[] = []
  let steps = 0
  let isAlone = true
  for (const key of keys) {
    const lease = await takeLease(env, leaseHolder(env), code, key)
    if (!lease) isAlone = false
    if (!lease) continue
    const context = { env, chain, lease, disputes, renew: () => renew(context) }
    // A key with a problem, such as missing gas, must not block the others.
    steps += await attend(context).catch((error: unknown) => {
      env.log[severityOf(error)]({ err: error, chain: code, key }, 'a key of ours cannot send at the moment')
      if (error instanceof Disagreement) disputes.push(error.message)
      return 0
    })
  }
  const [first] = disputes
  if (first !== undefined) await reportTrouble(env, code, 'sending', new Disagreement(first))
  else if (!troubled) clearTroubleMetric(env, code, 'sending')
  else if (isAlone) await endTrouble(env, env.db, code, 'sending')
  return steps
}

async function attend(context: SenderContext): Promise<number> {
  const followed = await track(context)
  await dropRevoked(context)
  const reconsidered = await reconsider(context)
  return followed + reconsidered + (await dispatch(context))
}

/** A pass may take longer than a lease. */
async function renew({ env, lease }: SenderContext): Promise<void> {
  const again = await takeLease(env, leaseHolder(env), lease.chain, lease.key)
  if (again?.token !== lease.token)
    throw new Error(`another process now holds the lease of ${lease.key} on ${lease.chain}`)
}

/** Sends queued operations. Operations that the chain refuses for now are retried later and block no others. */
async function dispatch(context: SenderContext): Promise<number> {
  const notNow = new Set(backedOff(context))
  for (let steps = 0; ;) {
    const queue = await nextBundle(context, [...notNow])
    if (queue.length === 0) return steps
    const { id, asset } = queue[0]!
    const operations = await coveredAmong(context, queue)
    const waiting = operations.length === 0 ? 'asset' : await start(context, operations)
    if (waiting === null) steps += 1
    if (waiting === null && operations.length === queue.length) {
      resetBackoff(context, [asset, id])
    } else {
      const name = waiting === 'transaction' ? id : asset
      backOff(context, name)
      notNow.add(name)
    }
  }
}

/** Assigns operations to a transaction and sends it. Returns what has to wait, or null. */
async function start(context: SenderContext, operations: readonly Operation[]): Promise<Waiting | null> {
  await context.renew()
  const floor = await context.chain.nextNonce(context.lease.key)
  const id = await withFaultPoint(context.env, 'chain.assigned', () => assign(context, operations, floor))
  if (id === null) return null
  return signAndBroadcast(context, await submissionById(context.env.db, id))
}

/**
 * A mint that would fail its last look (sign-and-broadcast.ts) is not started. It may wait for days. Mints without cover
 * must not block those with cover, which continue in their order.
 */
async function coveredAmong(
  { env, chain }: SenderContext,
  operations: readonly Operation[],
): Promise<readonly Operation[]> {
  const { kind, asset } = operations[0]!
  if (kind !== 'mint') return operations
  const whyNot = (some: readonly Operation[]) => hindrance(env.db, asset as CoinCode, some)
  const reason = await whyNot(operations)
  if (reason === null) return operations
  env.log.warn({ chain: chain.code, reason }, 'a transaction has to wait')
  const covered: Operation[] = []
  if (operations.length === 1 || (await whyNot([])) !== null) return covered
  for (const one of operations) if ((await whyNot([...covered, one])) === null) covered.push(one)
  return covered
}

async function hindrance(db: Db, coin: CoinCode, queued: readonly Operation[]): Promise<string | null> {
  try {
    await assertReserveCovers(db, coin, idsOf(queued))
    return null
  } catch (error) {
    if (!(error instanceof TemporaryRefusal)) throw error
    return error.message
  }
}

/** The chain had executed these, in any transaction, and a reorganisation removed them. They must be sent after all. */
async function reconsider(context: SenderContext): Promise<number> {
  const undone: Operation[] = []
  for (const one of await operationsWithoutTransaction(context)) {
    if ((await doneAmong(context, [one])).length === 0) undone.push(one)
  }
  if (undone.length > 0) await fenced(context, (tx) => requeue(context.env, tx, undone, false))
  return undone.length
}
