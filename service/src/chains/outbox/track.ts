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
import { type Carried, type SendingDesk, end, fenced, requeue, underWay } from './transactions.ts'

const atOnce = 20

/** Looks after what is under way. Answers how many ended or moved. */
export async function track(desk: SendingDesk): Promise<number> {
  let steps = 0
  const open = await underWay(desk)
  for (let from = 0; from < open.length; from += atOnce) {
    const some = open.slice(from, from + atOnce)
    const outcomes = await Promise.all(some.map((one) => landed(desk, one)))
    await desk.renew()
    desk.disputes.push(...outcomes.flatMap((found) => found?.outcome.disputed ?? []))
    for (const [i, one] of some.entries()) steps += await decide(desk, one, outcomes[i]!)
  }
  return steps
}

type Landed = { hash: string; outcome: Outcome }

/** Which of its forms is on the chain now: all of them are looked for. */
async function landed({ chain }: SendingDesk, { attempts }: Carried): Promise<Landed | null> {
  const outcomes = await Promise.all(attempts.map((attempt) => chain.outcome(attempt.hash)))
  const found = outcomes.flatMap((outcome, i) => (outcome ? [{ hash: attempts[i]!.hash, outcome }] : []))
  // One alone can be final; of another a node may claim that it is in a block.
  return found.find(({ outcome }) => outcome.final) ?? found[0] ?? null
}

async function decide(desk: SendingDesk, carried: Carried, found: Landed | null): Promise<number> {
  if (carried.attempts.length === 0) return signAndBroadcast(desk, carried).then(Number)
  if (found === null) return resendOrBump(desk, carried)
  if (!found.outcome.final) return note(desk, carried, found)
  return withFaultPoint(desk.env, 'chain.final', () => conclude(desk, carried, found))
}

/** In a block that may yet be dropped. */
async function note(desk: SendingDesk, { transaction }: Carried, { hash, outcome }: Landed): Promise<number> {
  if (transaction.hash === hash && transaction.height === outcome.height) return 0
  const values = [transaction.id, hash, outcome.height]
  await fenced(desk, (tx) => tx.query('update chains.transaction set hash = $2, height = $3 where id = $1', values))
  return 1
}

/** Final. Supply changes end by the chain's own event (watcher/watcher.ts); everything else ends here. */
async function conclude(desk: SendingDesk, carried: Carried, { hash, outcome }: Landed): Promise<number> {
  const { env } = desk
  const { transaction, operations } = carried
  const elsewhere = outcome.ok ? [] : await doneAmong(desk, operations)
  await fenced(desk, async (tx) => {
    await tx.query('update chains.transaction set state = $2, hash = $3, height = $4, cost = $5 where id = $1', [
      transaction.id,
      outcome.ok ? 'final' : 'reverted',
      hash,
      outcome.height,
      outcome.cost,
    ])
    if (outcome.ok) return end(env, tx, operations.filter(isNoSupplyChange), { state: 'final', txid: hash })
    await endDone(env, tx, elsewhere)
    const failed = operations.filter((one) => !elsewhere.includes(one))
    await failOrIsolate(env, tx, failed, 'The transaction was reverted by the chain.')
  })
  return 1
}

/** Not on the chain. Over for good: back in line. Otherwise sent again as it was, and after a while with a higher fee. */
async function resendOrBump(desk: SendingDesk, carried: Carried): Promise<number> {
  const { env, chain } = desk
  const { transaction, operations, attempts } = carried
  if (await chain.isOver(bundleOf(carried))) {
    await fenced(desk, async (tx) => {
      await tx.query(`update chains.transaction set state = 'over' where id = $1`, [transaction.id])
      await requeue(env, tx, operations, false)
    })
    return 1
  }
  const { resendMs, bumpMs } = patienceOf(env)
  const now = env.clock.now().getTime()
  if (now - (transaction.sent_at?.getTime() ?? 0) < resendMs) return 0
  // Only where a nonce, or the coins that are spent, make sure that one of them lands at most.
  const isStuck = chain.family !== 'solana' && now - transaction.created_at.getTime() > bumpMs * attempts.length
  if (!(isStuck && (await bump(desk, carried)))) await resend(desk, carried)
  return 0
}

const patienceOf = ({ config }: Env) =>
  config.environment === 'uat' ? { resendMs: 1_000, bumpMs: 4_000 } : { resendMs: 15_000, bumpMs: 90_000 }

/** A chain that stands still is not moved by ever higher fees. */
const mostForms = 8

/** The same transaction for a higher fee; false when that is not to be had. */
async function bump(desk: SendingDesk, carried: Carried): Promise<boolean> {
  if (carried.attempts.length >= mostForms) return false
  try {
    return await signAndBroadcast(desk, carried)
  } catch (error) {
    desk.env.log.warn({ err: error, transaction: carried.transaction.id }, 'a stuck transaction could not be replaced')
    return false
  }
}

async function resend(desk: SendingDesk, { transaction, attempts }: Carried): Promise<void> {
  for (const attempt of attempts) await desk.chain.broadcast(attempt)
  const values = [transaction.id, desk.env.clock.now()]
  await fenced(desk, (tx) => tx.query('update chains.transaction set sent_at = $2 where id = $1', values))
}
