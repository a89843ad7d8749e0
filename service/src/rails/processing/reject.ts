import { cancelPayouts } from '../../banking/payout/row.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { idsOf, moveRows, byService, type Work } from '../../base/state-machine/transitions.ts'
import { type Progress, progressOf, takeBack } from '../../chains/outbox/operations.ts'
import { conclude, rejectedRows, rejectionWords } from '../../compliance/screening.ts'
import { burnOrReturn } from '../offramp/on-chain.ts'
import type { OffRamp } from '../offramp/journals.ts'
import { asSentence, type Payment, paymentMachine } from '../payment/row.ts'
import { returnPayments } from '../onramp/return.ts'
import { escalate } from '../payment/escalate.ts'

// Payments rejected after review, in any state. A payment that can still be returned is returned to its payer. A payment
// that cannot be returned, because the provider has wired it or its coins are burned, stays stopped with a case. A
// payment that has left continues.

/** The action: return it, wait for an outside event, escalate it, or continue because it cannot be stopped. */
type Verdict = 'back' | 'wait' | 'stop' | 'done'

export const rejectPayments: Work = async (env, tx) => {
  // Escalated payments are left out. Staff may resume them, perhaps never.
  const rows = await rejectedRows<Payment>(tx, paymentMachine, 'stuck is null')
  if (rows.length === 0) return 0
  const [burn, mint] = [await progressOf(tx, 'rail_burn', idsOf(rows)), await progressOf(tx, 'rail_mint', idsOf(rows))]
  const settled = await settledAmong(tx, rows)
  const verdicts = rows.map((one) => {
    const progress = one.blockchain === null ? mint(one) : burn(one)
    return { one, progress, verdict: verdictOf(one, progress, settled.get(one.id) ?? null) }
  })
  const ready = verdicts.filter(({ verdict }) => verdict !== 'wait')
  const wordsOf = await rejectionWords(tx, rows)
  for (const { one, progress, verdict } of ready) {
    const reason = asSentence(wordsOf(one))
    if (verdict === 'stop') await stop(env, tx, one, progress, reason)
    else await conclude(env, tx, [one])
    if (verdict === 'back') await returnOne(env, tx, { ...one, on_hold: false }, reason)
  }
  return ready.length
}

/** `settlement`: the state of the provider's order to wire an on-ramp's money to us; null if there is no order. */
function verdictOf(one: Payment, progress: Progress, settlement: Settlement | null): Verdict {
  switch (one.state) {
    case 'held':
      return 'back'
    case 'converting':
      return one.blockchain === null ? onRampVerdict(one, settlement) : offRampVerdict(one, progress)
    case 'sending':
      if (one.blockchain !== null) return 'stop' // an unsent payout is canceled
      return progress === 'queued' ? 'stop' : 'wait' // if the chain refuses the coins, they are not sent again
    case 'failed':
      return 'stop'
    case 'received':
    case 'screening':
      return 'wait' // it must be held first
    default:
      return 'done'
  }
}

/**
 * Without an order to the provider it is returned; with one, the provider decides (onramp/reject.ts); after the wire it is
 * too late.
 */
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
    `select p.id, e.owed from rails.payment p join banking.expected_wire e using (reference) where p.id = any($1)`,
    [idsOf(rows)],
  )
  return new Map(found.map(({ id, owed }) => [id, owed ? 'owed' : 'ordered']))
}

/** Returned to its payer. A queued burn is canceled first. */
async function returnOne(env: Env, tx: Tx, payment: Payment, reason: string): Promise<void> {
  await takeBack(env, tx, 'rail_burn', [payment.id], reason)
  const [returning] = await returnPayments(tx, [payment], 'reject', reason, byService(env, 'reject decided'))
  if (payment.blockchain !== null && payment.collected_at !== null) await burnOrReturn(env, tx, returning as OffRamp)
}

/** It can neither be returned nor continue. The hold stays, and staff decide. */
async function stop(env: Env, tx: Tx, payment: Payment, progress: Progress, reason: string): Promise<void> {
  const by = byService(env, 'reject decided')
  if (progress === 'queued') {
    await takeBack(env, tx, 'rail_mint', [payment.id], reason)
    await moveRows(tx, paymentMachine, [payment], 'fail', by, { reason })
  }
  if (payment.state === 'sending' && payment.blockchain !== null) {
    const taken = await cancelPayouts(env, tx, 'rail', [payment.id], reason, by)
    if (!taken.has(payment.id)) return void (await conclude(env, tx, [payment])) // the bank has the order
  }
  const leg = payment.blockchain === null ? 'mint' : 'payout'
  await escalate(env, tx, payment, leg, `${reason} Its money cannot be returned to its payer automatically.`)
}
