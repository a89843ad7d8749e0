import { isDone, machines } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { By } from '../../base/state-machine/move.ts'
import { purposes } from '../purposes.ts'
import { hasFinalArrivals } from '../../chains/watcher/arrivals.ts'
import { conclude, decisionsOn, rejectedRows, screenRows } from '../../compliance/screening.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { chainTermsOf } from '../chain-terms.ts'
import { bookedJournal, creditedJournal, type Deposit, depositMachine, type Owned } from './row.ts'
import { openUnassigned } from './assign.ts'
import { collectCredited, applyCollectionNews } from './collect.ts'
import { readDeposits } from './read-arrivals.ts'
import {
  anyOf,
  idsOf,
  moveRows,
  byService,
  repeatUntilDone,
  repeatAtFaultPoint,
  type Work,
} from '../../base/state-machine/transitions.ts'

/** Advances deposits from their first confirmation to the balance of their owner. */
export const advanceDeposits: Job = {
  name: purposes.collection.job,
  everyMs: 2_000,
  run: async (env) =>
    (await repeatAtFaultPoint(env, 'deposit.booked', hasFinalArrivals, readAndBook)) +
    (await repeatUntilDone(env, readAndBook)) +
    (await repeatUntilDone(env, concludeCredited)) +
    (await repeatUntilDone(env, release)) +
    (await repeatAtFaultPoint(env, 'deposit.credited', anyOf(screenings), screenAll)) +
    (await repeatUntilDone(env, applyCollectionNews)) +
    (await repeatUntilDone(env, collectCredited)),
}

/** Rows in one transaction. */
const batchSize = 100

/** In one transaction: a final movement that was read is booked, so the chain and the ledger agree (L7). */
const readAndBook: Work = async (env, tx) => (await readDeposits(env, tx)) + (await book(env, tx))

const finals = `select d.* from transfers.deposit d join chains.final_movement m
  on (m.chain, m.txid, m.index) = (d.blockchain, d.txid, d.index) where d.state = 'confirming'`

/**
 * Books deposits that are final on the chain. Before that there is nothing to spend or to reverse. No limit is needed:
 * there are no more than were just read.
 */
const book: Work = async (env, tx) => {
  const found = await tx.query<Deposit>(`${finals} order by d.created_at, d.id for update of d skip locked`)
  if (found.length === 0) return 0
  const at = env.clock.now()
  await postIn(env, tx, found.map(bookedJournal))
  const confirmed = await moveRows(tx, depositMachine, found, 'confirm', { actor: 'chain', why: 'final', at })
  const lost = confirmed.filter((one) => one.institution_id === null)
  await moveRows(tx, depositMachine, lost, 'hold', { actor: 'service', why: 'nobody knows whose it is', at })
  for (const one of lost) await openUnassigned(env, tx, one)
  return found.length
}

/** What was credited before its hold was set belongs to the institution, whatever people decide. */
const concludeCredited: Work = async (env, tx) => {
  const rejected = await rejectedRows<Owned>(tx, depositMachine, batchSize)
  return (
    await conclude(
      env,
      tx,
      rejected.filter(({ state }) => isDone(machines.deposit, state)),
    )
  ).length
}

/** What people have released is screened again; what they have rejected stays where it is until a lawful order. */
const release: Work = async (env, tx) => {
  const held = await tx.query<Deposit>(
    `select * from transfers.deposit where state = 'held' and institution_id is not null
     order by created_at, id limit 1000 for update skip locked`,
  )
  if (held.length === 0) return 0
  const verdicts = await decisionsOn(tx, idsOf(held))
  const released = held.filter(({ id }) => verdicts.get(id) === 'release')
  await moveRows(tx, depositMachine, released, 'release', { actor: 'compliance', why: 'released', at: env.clock.now() })
  return released.length
}

const screenings = `select * from transfers.deposit where state = 'screening'`

const screenAll: Work = async (env, tx) => {
  const found = await tx.query<Owned>(`${screenings} order by created_at, id limit $1 for update skip locked`, [
    batchSize,
  ])
  const by = byService(env, 'screened')
  const { clear } = await screenRows(env, tx, 'deposit', depositMachine, found, by)
  const isShort = (one: Owned) => one.quantity < chainTermsOf(one.asset, one.blockchain).minDeposit
  const short = clear.filter(isShort)
  await moveRows(tx, depositMachine, short, 'fall_short', { ...by, why: 'below the minimum' })
  await creditAll(env, tx, [...clear.filter((one) => !isShort(one)), ...(await reachedTogether(tx, short))], by)
  return found.length
}

/** Small deposits that together have reached the minimum, found by the newest of them. */
async function reachedTogether(tx: Tx, newest: readonly Owned[]): Promise<Owned[]> {
  const enough: Owned[] = []
  const groupOf = (one: Owned) => `${one.institution_id} ${one.asset} ${one.blockchain}`
  for (const group of Map.groupBy(newest, groupOf).values()) {
    const { institution_id, asset, blockchain } = group[0]!
    const small = await tx.query<Owned>(
      `select * from transfers.deposit where institution_id = $1 and asset = $2 and blockchain = $3
         and state = 'below_minimum' and not on_hold order by created_at, id for update`,
      [institution_id, asset, blockchain],
    )
    const total = small.reduce((sum, one) => sum + one.quantity, 0n)
    if (total >= chainTermsOf(asset, blockchain).minDeposit) enough.push(...small)
  }
  return enough
}

async function creditAll(env: Env, tx: Tx, deposits: readonly Owned[], by: By): Promise<void> {
  if (deposits.length === 0) return
  await moveRows(tx, depositMachine, deposits, 'credit', by)
  await postIn(env, tx, deposits.map(creditedJournal))
}
