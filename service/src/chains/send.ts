import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { type Bundle, NotNow, type Outcome, Refusal } from '../base/chain-port.ts'
import type { Db } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { around } from '../base/faults.ts'
import type { Job } from '../base/jobs.ts'
import { assertCovered } from './covered.ts'
import { takeLease } from './lease.ts'
import { type Operation, senderJob } from './operations.ts'
import {
  assign,
  busyKeys,
  type Carried,
  carriedBy,
  carriedByNobody,
  contractOn,
  type Desk,
  end,
  fenced,
  giveBack,
  nextInLine,
  orderOf,
  requeue,
  saveAttempt,
  underWay,
} from './transactions.ts'

// Exactly once (chains.md). A nonce is saved before it is signed with, the bytes before they are sent; what may have
// left is only ever sent again as it was, or replaced under the same nonce; and nothing goes back in line before the
// chain says finally that none of its forms can land.

/** One sender for each chain, in whichever process holds the lease of the key. */
export function sender(code: ChainCode): Job {
  return { name: senderJob(code), everyMs: 500, run: (env) => send(env, code) }
}

async function send(env: Env, code: ChainCode): Promise<number> {
  const chain = env.chains.get(code)
  if (!chain || env.signer === null) return 0
  let steps = 0
  for (const key of await busyKeys(env.db, code)) {
    const lease = await takeLease(env, holderOf(env), code, key)
    if (!lease) continue
    const desk = { env, chain, lease }
    steps += await follow(desk)
    steps += await reconsider(desk)
    steps += await dispatch(desk)
  }
  return steps
}

const holders = new WeakMap<Db, string>()

/** This process, as leases know it. */
export function holderOf({ db, ids, clock }: Env): string {
  let holder = holders.get(db)
  if (!holder) holders.set(db, (holder = ids.uuid(clock.now())))
  return holder
}

/** Sends what stands in line. What the chain does not take now waits for the next pass, and holds up nobody else. */
async function dispatch(desk: Desk): Promise<number> {
  const notNow = new Set<AssetCode>()
  for (let steps = 0; ; steps += 1) {
    const operations = await nextInLine(desk, [...notNow])
    if (operations.length === 0) return steps
    await renew(desk)
    const open = await withoutDone(desk, operations)
    if (open.length === 0) continue
    const floor = await desk.chain.nextNonce(desk.lease.key)
    const id = await around(desk.env, 'chain.assigned', () => assign(desk, open, floor))
    if (id === null) continue
    const taken = await carry(desk, await carriedBy(desk.env.db, id))
    if (!taken) notNow.add(open[0]!.asset)
  }
}

/** A pass may take longer than a lease lasts. */
async function renew({ env, lease }: Desk): Promise<void> {
  const again = await takeLease(env, holderOf(env), lease.chain, lease.key)
  if (again?.token !== lease.token) throw new Error(`another process sends for ${lease.key} on ${lease.chain} now`)
}

/**
 * Leaves out what the chain has done already, although we do not know how: a database that was restored from a backup,
 * say. Such an operation ends when the chain's own event of it is final (watch.ts).
 */
async function withoutDone(desk: Desk, operations: readonly Operation[]): Promise<Operation[]> {
  const { env, chain } = desk
  const contract = await contractOn(env.db, chain.code, operations[0]!.asset)
  if (contract === null) return [...operations]
  const done = await Promise.all(operations.map((one) => chain.isDone(contract, orderOf(one))))
  const adopted = operations.filter((_, i) => done[i])
  if (adopted.length > 0) await fenced(desk, (tx) => adopt(env, tx, adopted))
  return operations.filter((_, i) => !done[i])
}

const isSupply = ({ kind }: Operation): boolean => kind === 'mint' || kind === 'burn'

async function adopt(env: Env, tx: Parameters<typeof end>[1], operations: readonly Operation[]): Promise<void> {
  await tx.query(
    `update chains.operation set state = 'working', updated_at = $2 where id = any($1) and state = 'queued'`,
    [operations.map((one) => one.id), env.clock.now()],
  )
  // What the chain remembers without an event of its own has no other proof than that it remembers.
  const others = operations.filter((one) => !isSupply(one))
  await end(
    env,
    tx,
    others.map((one) => one.id),
    { state: 'final', txid: '' },
  )
}

/** What the chain had done, by whatever transaction, and has forgotten in a reorganisation: it has to be sent after all. */
async function reconsider(desk: Desk): Promise<number> {
  const { env, chain } = desk
  const adopted = await carriedByNobody(desk)
  const undone: string[] = []
  for (const one of adopted) {
    const contract = await contractOn(env.db, chain.code, one.asset)
    if (contract !== null && !(await chain.isDone(contract, orderOf(one)))) undone.push(one.id)
  }
  if (undone.length > 0) await fenced(desk, (tx) => requeue(env, tx, undone, false))
  return undone.length
}

/** Signs, saves, and lets it go; false when it has to wait. */
async function carry(desk: Desk, carried: Carried): Promise<boolean> {
  const { env, chain } = desk
  const { transaction, operations, attempts } = carried
  const contract = await contractOn(env.db, chain.code, operations[0]!.asset)
  try {
    if (operations[0]!.kind === 'mint') await assertCovered(env.db, operations[0]!.asset)
    const attempt = await chain.sign(contract, bundleOf(carried))
    await around(env, 'chain.signed', () => saveAttempt(desk, transaction.id, attempts.length + 1, attempt))
    const answer = await around(env, 'chain.sent', () => chain.broadcast(attempt))
    if (answer !== 'accepted')
      env.log.info({ chain: chain.code, hash: attempt.hash, answer }, 'a broadcast was not accepted as it is')
    return true
  } catch (error) {
    // With forms of it under way, a refusal of the next one says nothing: one of them may be what is in its way.
    if (attempts.length > 0 && (error instanceof Refusal || error instanceof NotNow)) return true
    if (error instanceof Refusal) return refuse(desk, carried, error.message).then(() => true)
    if (error instanceof NotNow) return postpone(desk, carried, error.message).then(() => false)
    throw error
  }
}

const bundleOf = ({ transaction, operations, attempts }: Carried): Bundle => ({
  orders: operations.map(orderOf),
  nonce: transaction.nonce,
  earlier: attempts,
})

/** The chain would refuse it, and nothing was signed. */
function refuse(desk: Desk, carried: Carried, reason: string): Promise<void> {
  return fenced(desk, async (tx) => {
    await giveBack(tx, carried.transaction)
    await disappoint(desk.env, tx, carried.operations, reason)
  })
}

/** Back in line, as it was. */
function postpone(desk: Desk, { transaction, operations }: Carried, reason: string): Promise<void> {
  desk.env.log.warn({ chain: desk.chain.code, reason }, 'a transaction has to wait')
  return fenced(desk, async (tx) => {
    await giveBack(tx, transaction)
    await requeue(
      desk.env,
      tx,
      operations.map((one) => one.id),
      false,
    )
  })
}

/** One that cannot be done must not cost its neighbours: each goes again by itself. Alone, it has failed. */
async function disappoint(
  env: Env,
  tx: Parameters<typeof end>[1],
  operations: readonly Operation[],
  reason: string,
): Promise<void> {
  const ids = operations.map((one) => one.id)
  env.log.warn({ operations: ids, reason }, 'a chain refuses a transaction')
  if (operations.length > 1) return requeue(env, tx, ids, true)
  await end(env, tx, ids, { state: 'failed', reason })
}

const atOnce = 20

/** Looks after what is under way. Answers how many ended or moved. */
async function follow(desk: Desk): Promise<number> {
  let steps = 0
  const open = await underWay(desk)
  for (let from = 0; from < open.length; from += atOnce) {
    const some = open.slice(from, from + atOnce)
    const outcomes = await Promise.all(some.map((one) => landed(desk, one)))
    await renew(desk)
    for (const [i, one] of some.entries()) steps += await decide(desk, one, outcomes[i]!)
  }
  return steps
}

type Landed = { hash: string; outcome: Outcome } | null

/** Which of its forms is on the chain now: all of them are looked for. */
async function landed({ chain }: Desk, { attempts }: Carried): Promise<Landed> {
  const outcomes = await Promise.all(attempts.map((attempt) => chain.outcome(attempt.hash)))
  const at = outcomes.findIndex((outcome) => outcome !== null)
  return at < 0 ? null : { hash: attempts[at]!.hash, outcome: outcomes[at]! }
}

async function decide(desk: Desk, carried: Carried, found: Landed): Promise<number> {
  if (carried.attempts.length === 0) return carry(desk, carried).then(Number)
  if (found === null) return insist(desk, carried)
  if (!found.outcome.final) return note(desk, carried, found)
  return around(desk.env, 'chain.final', () => conclude(desk, carried, found))
}

/** In a block that may yet be dropped. */
async function note(desk: Desk, { transaction }: Carried, { hash, outcome }: NonNullable<Landed>): Promise<number> {
  if (transaction.hash === hash && transaction.height === outcome.height) return 0
  await fenced(desk, (tx) =>
    tx.query('update chains.transaction set hash = $2, height = $3 where id = $1', [
      transaction.id,
      hash,
      outcome.height,
    ]),
  )
  return 1
}

/** Final. Supply changes end by the chain's own event (watch.ts); everything else ends here. */
async function conclude(desk: Desk, carried: Carried, { hash, outcome }: NonNullable<Landed>): Promise<number> {
  const { env, chain } = desk
  const { transaction, operations } = carried
  const contract = await contractOn(env.db, chain.code, operations[0]!.asset)
  const elsewhere = outcome.ok ? [] : await doneElsewhere(desk, contract, operations)
  await fenced(desk, async (tx) => {
    await tx.query('update chains.transaction set state = $2, hash = $3, height = $4, cost = $5 where id = $1', [
      transaction.id,
      outcome.ok ? 'final' : 'reverted',
      hash,
      outcome.height,
      outcome.cost,
    ])
    if (!outcome.ok) {
      const rest = operations.filter((one) => !elsewhere.includes(one))
      if (rest.length > 0) await disappoint(env, tx, rest, 'The transaction was reverted by the chain.')
      return
    }
    const plain = operations.filter((one) => !isSupply(one)).map((one) => one.id)
    await end(env, tx, plain, { state: 'final', txid: hash })
  })
  return 1
}

async function doneElsewhere(
  { chain }: Desk,
  contract: Awaited<ReturnType<typeof contractOn>>,
  operations: readonly Operation[],
): Promise<Operation[]> {
  if (contract === null) return []
  const done = await Promise.all(operations.map((one) => chain.isDone(contract, orderOf(one))))
  return operations.filter((_, i) => done[i])
}

/** Not on the chain. Over for good: back in line. Otherwise sent again as it was, and after a while with a higher fee. */
async function insist(desk: Desk, carried: Carried): Promise<number> {
  const { env, chain } = desk
  const { transaction, operations, attempts } = carried
  if (await chain.isOver(bundleOf(carried))) {
    await fenced(desk, async (tx) => {
      await tx.query(`update chains.transaction set state = 'over' where id = $1`, [transaction.id])
      await requeue(
        env,
        tx,
        operations.map((one) => one.id),
        false,
      )
    })
    return 1
  }
  const patience = patienceOf(env)
  const now = env.clock.now().getTime()
  const quiet = now - (transaction.sent_at?.getTime() ?? 0)
  if (quiet < patience.resendMs) return 0
  // Only where a nonce, or the coins that are spent, make sure that one of them lands at most.
  const stuck = now - transaction.created_at.getTime() > patience.bumpMs * attempts.length
  const bumped = chain.family !== 'solana' && stuck && (await bump(desk, carried))
  if (!bumped) await resend(desk, carried)
  return 0
}

/** A chain that stands still is not moved by ever higher fees. */
const mostForms = 8

/** The same transaction under the same nonce for a higher fee; false when that is not to be had. */
async function bump(desk: Desk, carried: Carried): Promise<boolean> {
  if (carried.attempts.length >= mostForms) return false
  try {
    await carry(desk, carried)
    return true
  } catch (error) {
    desk.env.log.warn({ err: error, transaction: carried.transaction.id }, 'a stuck transaction could not be replaced')
    return false
  }
}

const patienceOf = ({ config }: Env) =>
  config.environment === 'uat' ? { resendMs: 1_000, bumpMs: 4_000 } : { resendMs: 15_000, bumpMs: 90_000 }

async function resend(desk: Desk, { transaction, attempts }: Carried): Promise<void> {
  const { env, chain } = desk
  for (const attempt of attempts) await chain.broadcast(attempt)
  await fenced(desk, (tx) =>
    tx.query('update chains.transaction set sent_at = $2 where id = $1', [transaction.id, env.clock.now()]),
  )
}
