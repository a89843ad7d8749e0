import { takeBackPayouts } from '../../banking/payout/row.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { idsOf, batchSize, moveRows, byService, type Work } from '../../base/state-machine/transitions.ts'
import { type Progress, progressOf, takeBack } from '../../chains/outbox/operations.ts'
import { conclude, decisionsOn, rejectedRows } from '../../compliance/screening.ts'
import { goOn } from '../offramp/on-chain.ts'
import type { OffRamp } from '../offramp/journals.ts'
import { type Payment, paymentMachine } from './row.ts'
import { goBack } from './screen.ts'
import { escalate } from './escalate.ts'

// Payments that people have refused, from wherever a hold found them. What can still go back to its payer does. What
// cannot, because the provider has wired it or its coins are burned, stays stopped, and a case says so. What has left goes on.

const reason = 'Refused after review.'

/** What is to be done: goBack, wait for the outside world, stop for a person, or let go what cannot be stopped. */
type Verdict = 'back' | 'wait' | 'stop' | 'done'

export const rejectPayments: Work = async (env, tx) => {
  const rows = (await rejectedRows<Payment>(tx, paymentMachine, batchSize)).filter(({ stuck }) => stuck === null)
  if (rows.length === 0) return 0
  const [burn, mint] = [await progressOf(tx, 'rail_burn', idsOf(rows)), await progressOf(tx, 'rail_mint', idsOf(rows))]
  const settled = await settledAmong(tx, rows)
  const verdicts = rows.map((one) => {
    const progress = one.blockchain === null ? mint(one) : burn(one)
    return { one, progress, verdict: verdictOf(one, progress, settled.get(one.id) ?? null) }
  })
  const ready = verdicts.filter(({ verdict }) => verdict !== 'wait')
  for (const { one, progress, verdict } of ready) {
    if (verdict === 'stop') await stop(env, tx, one, progress)
    else await conclude(env, tx, [one])
    if (verdict === 'back') await takeBackOne(env, tx, { ...one, on_hold: false })
  }
  return ready.length
}

/** `settlement`: of the provider's order to wire an on-ramp's money to us; null: there is none. */
function verdictOf(one: Payment, progress: Progress, settlement: Settlement | null): Verdict {
  switch (one.state) {
    case 'held':
      return 'back'
    case 'converting':
      return one.blockchain === null ? onRampVerdict(one, settlement) : offRampVerdict(one, progress)
    case 'sending':
      if (one.blockchain !== null) return 'stop' // a payout that is in no order is taken back
      return progress === 'queued' ? 'stop' : 'wait' // its coins may yet be refused: then they are not sent again
    case 'failed':
      return 'stop'
    case 'received':
    case 'screening':
      return 'wait' // it is held first
    default:
      return 'done'
  }
}

/** Without an order to the provider it goes back; with one, the provider is asked (rejectUnsettled); wired, it is too late. */
function onRampVerdict({ reserved }: Payment, settlement: Settlement | null): Verdict {
  if (reserved || settlement === 'owed') return 'stop'
  return settlement === null ? 'back' : 'wait'
}

function offRampVerdict({ booked_at }: Payment, progress: Progress): Verdict {
  if (booked_at !== null) return 'stop'
  return progress === 'none' || progress === 'queued' ? 'back' : 'wait'
}

type Settlement = 'ordered' | 'owed'

async function settledAmong(tx: Tx, rows: readonly Payment[]): Promise<Map<string, Settlement>> {
  const found = await tx.query<{ id: string; owed: boolean }>(
    `select p.id, e.owed from rails.payment p join banking.expected e using (reference) where p.id = any($1)`,
    [idsOf(rows)],
  )
  return new Map(found.map(({ id, owed }) => [id, owed ? 'owed' : 'ordered']))
}

/** To its payer. Coins whose burn stands in line leave that line for the way back. */
async function takeBackOne(env: Env, tx: Tx, payment: Payment): Promise<void> {
  await takeBack(env, tx, 'rail_burn', [payment.id], reason)
  const [returning] = await goBack(tx, [payment], 'reject', reason, byService(env, 'reject decided'))
  if (payment.blockchain !== null && payment.collected_at !== null) await goOn(env, tx, returning as OffRamp)
}

/** The provider does not have the order to wire it, and will not get it. False when people have not refused it. */
export async function rejectUnsettled(env: Env, tx: Tx, id: string): Promise<boolean> {
  const [payment] = await tx.query<Payment>(
    `select * from rails.payment where id = $1 and state = 'converting' and on_hold for update`,
    [id],
  )
  if (!payment || (await decisionsOn(tx, [id])).get(id) !== 'reject') return false
  await conclude(env, tx, [payment])
  await tx.query('update rails.payment set reference = null, spread = 0, commission = 0, sent = null where id = $1', [
    id,
  ])
  await takeBackOne(env, tx, { ...payment, reference: null, on_hold: false })
  return true
}

/** It cannot go back and must not go on: the hold stays, and a person finds the way. */
async function stop(env: Env, tx: Tx, payment: Payment, progress: Progress): Promise<void> {
  const by = byService(env, 'reject decided')
  if (progress === 'queued') {
    await takeBack(env, tx, 'rail_mint', [payment.id], reason)
    await moveRows(tx, paymentMachine, [payment], 'fail', by, { reason })
  }
  if (payment.state === 'sending' && payment.blockchain !== null) {
    const taken = await takeBackPayouts(env, tx, 'rail', [payment.id], reason, by)
    if (!taken.has(payment.id)) return void (await conclude(env, tx, [payment])) // the bank has it
  }
  const leg = payment.blockchain === null ? 'mint' : 'payout'
  await escalate(env, tx, payment, leg, 'People have refused it, but its money cannot go back to its payer by itself.')
}
