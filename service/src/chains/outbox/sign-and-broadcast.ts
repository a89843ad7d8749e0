import { type Bundle, type CoinCode, NotNow, Refusal } from '../../base/ports/chain.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { assertReserveCovers } from './reserve-guard.ts'
import type { Operation } from './operations.ts'
import {
  type Carried,
  contractOn,
  type SendingDesk,
  end,
  fenced,
  giveBack,
  orderOf,
  othersUnderWay,
  requeue,
  saveAttempt,
} from './transactions.ts'

/** Signs a transaction, saves its bytes, and lets them go; false when it has to wait. */
export async function signAndBroadcast(desk: SendingDesk, carried: Carried): Promise<boolean> {
  const { env, chain } = desk
  const { operations, attempts } = carried
  const { asset, kind } = operations[0]!
  try {
    if (kind === 'mint') await assertReserveCovers(env.db, asset as CoinCode)
    // Bitcoin counts no nonces: what keeps two payments apart is that they spend different coins.
    const others = chain.family === 'bitcoin' ? await othersUnderWay(desk, carried.transaction.id) : []
    const attempt = await chain.sign(await contractOn(env.db, chain.code, asset), { ...bundleOf(carried), others })
    const saved = await withFaultPoint(env, 'chain.signed', () => saveAttempt(desk, carried, attempt))
    if (!saved) return setAside(desk, carried).then(() => true)
    const answer = await withFaultPoint(env, 'chain.sent', () => chain.broadcast(attempt))
    if (answer !== 'accepted') env.log.info({ chain: chain.code, hash: attempt.hash, answer }, 'not accepted at once')
    return true
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof NotNow)) throw error
    // With forms of it under way, a refusal of the next one says nothing: one of them may be what is in its way.
    if (attempts.length > 0) return false
    if (error instanceof NotNow) return postpone(desk, carried, error.message).then(() => false)
    return refuse(desk, carried, error.message).then(() => true)
  }
}

export const bundleOf = ({ transaction, operations, attempts }: Carried): Bundle => ({
  orders: operations.map(orderOf),
  nonce: transaction.nonce,
  earlier: attempts,
})

/**
 * The chain would refuse it, and nothing was signed. It refuses what it has done already: by a transaction that we do not
 * know, because the database was restored from a backup, say. Such an operation is done; its neighbours go again.
 */
async function refuse(desk: SendingDesk, { transaction, operations }: Carried, reason: string): Promise<void> {
  const done = await doneAmong(desk, operations)
  const rest = operations.filter((one) => !done.includes(one))
  await fenced(desk, async (tx) => {
    await giveBack(tx, transaction)
    await endDone(desk.env, tx, done)
    if (done.length > 0) await requeue(desk.env, tx, rest, false)
    else await failOrIsolate(desk.env, tx, rest, reason)
  })
}

/** Something that it carries was stopped while it was signed. All go back in line; only that one is passed over there. */
function setAside(desk: SendingDesk, { transaction, operations }: Carried): Promise<void> {
  desk.env.log.info({ chain: desk.chain.code, operations: idsOf(operations) }, 'stopped before it was sent')
  return fenced(desk, async (tx) => {
    await giveBack(tx, transaction)
    await requeue(desk.env, tx, operations, false)
  })
}

/** Back in line, as it was. */
function postpone(desk: SendingDesk, { transaction, operations }: Carried, reason: string): Promise<void> {
  desk.env.log.warn({ chain: desk.chain.code, reason }, 'a transaction has to wait')
  return fenced(desk, async (tx) => {
    await giveBack(tx, transaction)
    await requeue(desk.env, tx, operations, false)
  })
}

/** One that cannot be done must not cost its neighbours: each goes again by itself. Alone, it has failed. */
export async function failOrIsolate(env: Env, tx: Tx, operations: readonly Operation[], reason: string): Promise<void> {
  if (operations.length === 0) return
  env.log.warn({ operations: idsOf(operations), reason }, 'a chain refuses a transaction')
  if (operations.length > 1) return requeue(env, tx, operations, true)
  await end(env, tx, operations, { state: 'failed', reason })
}

/** Those that the chain has done, as far as it remembers such things. */
export async function doneAmong({ env, chain }: SendingDesk, operations: readonly Operation[]): Promise<Operation[]> {
  const contract = await contractOn(env.db, chain.code, operations[0]!.asset)
  if (contract === null) return []
  const done = await Promise.all(operations.map((one) => chain.isDone(contract, orderOf(one))))
  return operations.filter((_, i) => done[i])
}

/** A supply change ends by the chain's own event (watcher/watcher.ts). Whatever else it remembers has no other proof than that. */
export function endDone(env: Env, tx: Tx, done: readonly Operation[]): Promise<void> {
  return end(env, tx, done.filter(isNoSupplyChange), { state: 'final', txid: '' })
}

export const isNoSupplyChange = ({ kind }: Operation): boolean => kind !== 'mint' && kind !== 'burn'
