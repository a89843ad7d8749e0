import type { Outcome } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import {
  bundleOf,
  signAndBroadcast,
  failOrIsolate,
  doneAmong,
  endDone,
  isNoSupplyChange,
} from './sign-and-broadcast.ts'
import { type Submission, type SenderContext, end, fenced, requeue, unfinished } from './transactions.ts'

const batchSize = 20

/** Tracks unfinished transactions. Returns how many ended or changed. */
export async function track(context: SenderContext): Promise<number> {
  let steps = 0
  const open = await unfinished(context)
  for (let from = 0; from < open.length; from += batchSize) {
    const batch = open.slice(from, from + batchSize)
    const outcomes = await Promise.all(batch.map((one) => findLanded(context, one)))
    await context.renew()
    context.disputes.push(...outcomes.flatMap((found) => found?.outcome.disputed ?? []))
    for (const [i, one] of batch.entries()) steps += await decide(context, one, outcomes[i]!)
  }
  return steps
}

type Landed = { hash: string; outcome: Outcome }

/** Which of its attempts is on the chain now; all are looked up. */
async function findLanded({ chain }: SenderContext, { attempts }: Submission): Promise<Landed | null> {
  const outcomes = await Promise.all(attempts.map((attempt) => chain.outcome(attempt.hash)))
  const found = outcomes.flatMap((outcome, i) => (outcome ? [{ hash: attempts[i]!.hash, outcome }] : []))
  // Only one can be final, but a node may claim that another one is in a block.
  return found.find(({ outcome }) => outcome.final) ?? found[0] ?? null
}

async function decide(context: SenderContext, submission: Submission, found: Landed | null): Promise<number> {
  if (submission.attempts.length === 0) return (await signAndBroadcast(context, submission)) === null ? 1 : 0
  if (found === null) return resendOrBump(context, submission)
  if (!found.outcome.final) return recordBlock(context, submission, found)
  return withFaultPoint(context.env, 'chain.final', () => conclude(context, submission, found))
}

/** Records that it is in a block that is not final yet. */
async function recordBlock(
  context: SenderContext,
  { transaction }: Submission,
  { hash, outcome }: Landed,
): Promise<number> {
  if (transaction.hash === hash && transaction.height === outcome.height) return 0
  const values = [transaction.id, hash, outcome.height]
  await fenced(context, (tx) => tx.query('update chains.transaction set hash = $2, height = $3 where id = $1', values))
  return 1
}

/** Final. Supply changes end with the chain's own event (watcher/watcher.ts); everything else ends here. */
async function conclude(context: SenderContext, submission: Submission, { hash, outcome }: Landed): Promise<number> {
  const { env } = context
  const { transaction, operations } = submission
  const executed = outcome.ok ? [] : await doneAmong(context, operations)
  await fenced(context, async (tx) => {
    await tx.query('update chains.transaction set state = $2, hash = $3, height = $4, cost = $5 where id = $1', [
      transaction.id,
      outcome.ok ? 'final' : 'reverted',
      hash,
      outcome.height,
      outcome.cost,
    ])
    if (outcome.ok) return end(env, tx, operations.filter(isNoSupplyChange), { state: 'final', txid: hash })
    await endDone(env, tx, executed)
    const failed = operations.filter((one) => !executed.includes(one))
    await failOrIsolate(env, tx, failed, 'The transaction was reverted by the chain.')
  })
  return 1
}

/** Not on the chain. Requeues it when no attempt can be included; otherwise resends it, and later raises the fee. */
async function resendOrBump(context: SenderContext, submission: Submission): Promise<number> {
  const { env, chain } = context
  const { transaction, operations, attempts } = submission
  if (await chain.isOver(bundleOf(submission))) {
    await fenced(context, async (tx) => {
      await tx.query(`update chains.transaction set state = 'over' where id = $1`, [transaction.id])
      await requeue(env, tx, operations, false)
    })
    return 1
  }
  const { resendMs, bumpMs } = intervalsOf(env)
  const now = env.clock.now().getTime()
  if (now - (transaction.sent_at?.getTime() ?? 0) < resendMs) return 0
  // Only where the nonce or the spent inputs ensure that at most one attempt is included.
  const isStuck = chain.family !== 'solana' && now - transaction.created_at.getTime() > bumpMs * attempts.length
  if (!(isStuck && (await bump(context, submission)))) await resend(context, submission)
  return 0
}

const intervalsOf = ({ config }: Env) =>
  config.environment === 'uat' ? { resendMs: 1_000, bumpMs: 4_000 } : { resendMs: 15_000, bumpMs: 90_000 }

/** Higher fees do not help when the chain is stalled. */
const maxAttempts = 8

/** Signs the same transaction with a higher fee; false when that is not possible. */
async function bump(context: SenderContext, submission: Submission): Promise<boolean> {
  if (submission.attempts.length >= maxAttempts) return false
  try {
    return (await signAndBroadcast(context, submission)) === null
  } catch (error) {
    context.env.log.warn(
      { err: error, transaction: submission.transaction.id },
      'a stuck transaction could not be replaced',
    )
    return false
  }
}

async function resend(context: SenderContext, { transaction, attempts }: Submission): Promise<void> {
  for (const attempt of attempts) await context.chain.broadcast(attempt)
  const values = [transaction.id, context.env.clock.now()]
  await fenced(context, (tx) => tx.query('update chains.transaction set sent_at = $2 where id = $1', values))
}
