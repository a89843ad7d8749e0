import { isDone, machines, statesOf } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { By } from '../../base/state-machine/move.ts'
import { hasFinalArrivals } from '../../chains/watcher/arrivals.ts'
import { conclude, rejectedRows, screenRows } from '../../compliance/screening.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { chainTermsOf } from '../chain-terms.ts'
import { bookedJournal, creditedJournal, type Deposit, depositMachine, depositsJob, type Owned } from './row.ts'
import { openUnassigned } from './assign.ts'
import { collectCredited, applyCollectionOutcomes } from './collect.ts'
import { reportOffboarded } from './report-offboarded.ts'
import { readDeposits } from './read-arrivals.ts'
import { dropReturning } from './drop.ts'
import { freezeDeposits, redirectReturning } from './redecide.ts'
import { applyReturnOutcomes, returnRejected, sendReturns } from './return.ts'
import { announcedOnly } from './travel-rule.ts'
import { combinableDeposits } from './combine-small-deposits.ts'
import {
  anyOf,
  moveRows,
  byService,
  repeatUntilDone,
  repeatAtFaultPoint,
  type Work,
} from '../../base/state-machine/transitions.ts'

/** Advances deposits from their first confirmation to the balance of their owner. */
export const advanceDeposits: Job = {
  name: depositsJob,
  everyMs: 2_000,
  run: async (env) =>
    (await repeatAtFaultPoint(env, 'deposit.booked', hasFinalArrivals, readAndBook)) +
    (await repeatUntilDone(env, readAndBook)) +
    (await repeatUntilDone(env, concludeCredited)) +
    (await repeatUntilDone(env, release)) +
    (await repeatUntilDone(env, dropReturning)) +
    (await repeatUntilDone(env, freezeDeposits)) +
    (await repeatUntilDone(env, redirectReturning)) +
    (await repeatUntilDone(env, returnRejected)) +
    (await repeatUntilDone(env, applyReturnOutcomes)) +
    (await repeatUntilDone(env, sendReturns)) +
    (await repeatAtFaultPoint(env, 'deposit.credited', anyOf(screenings), screenAll)) +
    (await repeatUntilDone(env, creditTogether)) +
    (await repeatUntilDone(env, reportOffboarded)) +
    (await repeatUntilDone(env, applyCollectionOutcomes)) +
    (await repeatUntilDone(env, collectCredited)),
}

/** Rows in one transaction. */
const batchSize = 100

/** In one transaction: a final movement that was read is booked, so the chain and the ledger agree (L7). */
const readAndBook: Work = async (env, tx) => (await readDeposits(env, tx)) + (await book(env, tx))

const finals = `select d.* from transfers.deposit d join chains.final_movement m
  on (m.chain, m.txid, m.index) = (d.blockchain, d.txid, d.index) where d.state = 'confirming'`

/**
 * Books deposits that are final on the chain. Earlier, no money could be spent or reversed. No limit is needed. These are
 * the deposits that were just read.
 */
const book: Work = async (env, tx) => {
  const found = await tx.query<Deposit>(`${finals} order by d.created_at, d.id for update of d skip locked`)
  if (found.length === 0) return 0
  const at = env.clock.now()
  await postIn(env, tx, found.map(bookedJournal))
  const confirmed = await moveRows(tx, depositMachine, found, 'confirm', { actor: 'chain', why: 'final', at })
  const lost = confirmed.filter((one) => one.institution_id === null)
  await moveRows(tx, depositMachine, lost, 'hold', { actor: 'service', why: 'unknown owner', at })
  for (const one of lost) await openUnassigned(env, tx, one)
  return found.length
}

const done = statesOf(machines.deposit).filter((state) => isDone(machines.deposit, state))

/** A deposit credited before its hold belongs to the institution, with any decision. */
const concludeCredited: Work = async (env, tx) => {
  const credited = `state in (${done.map((state) => `'${state}'`).join(', ')})`
  return (await conclude(env, tx, await rejectedRows<Owned>(tx, depositMachine, credited))).length
}

/** Released deposits are screened again; for rejected and frozen ones see return.ts. */
const release: Work = async (env, tx) => {
  const released = await tx.query<Deposit>(
    `select * from transfers.deposit where state = 'held' and institution_id is not null and not on_hold
     order by created_at, id limit $1 for update skip locked`,
    [batchSize],
  )
  await moveRows(tx, depositMachine, released, 'release', { actor: 'compliance', why: 'released', at: env.clock.now() })
  return released.length
}

const screenings = `select * from transfers.deposit where state = 'screening'`

const screenAll: Work = async (env, tx) => {
  const found = await tx.query<Owned>(`${screenings} order by created_at, id limit $1 for update skip locked`, [
    batchSize,
  ])
  const by = byService(env, 'screened')
  const screened = await screenRows(env, tx, 'deposit', depositMachine, found, by)
  const clear = await announcedOnly(env, tx, screened.clear)
  const isShort = (one: Owned) => one.quantity < chainTermsOf(one.asset, one.blockchain).minDeposit
  const short = clear.filter(isShort)
  await moveRows(tx, depositMachine, short, 'fall_short', { ...by, why: 'below the minimum' })
  await creditAll(
    env,
    tx,
    clear.filter((one) => !isShort(one)),
    by,
  )
  return found.length
}

const creditTogether: Work = async (env, tx) => {
  const enough = await combinableDeposits(tx, batchSize)
  await creditAll(env, tx, enough, byService(env, 'together they reach the minimum'))
  return enough.length
}

async function creditAll(env: Env, tx: Tx, deposits: readonly Owned[], by: By): Promise<void> {
  if (deposits.length === 0) return
  await moveRows(tx, depositMachine, deposits, 'credit', by)
  await postIn(env, tx, deposits.map(creditedJournal))
}
