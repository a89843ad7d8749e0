import { releaseWithheld, type PayoutState, preparePayouts, takeOutcomes } from '../../banking/payout/row.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import {
  applyOutcomes,
  idsOf,
  batchSize,
  moveRows,
  type StepOutcome,
  storeReasons,
  byService,
  type EventsByState,
  repeatUntilDone,
  repeatAtFaultPoint,
  type Work,
} from '../../base/state-machine/transitions.ts'
import { hasOutcomes } from '../../chains/outbox/operations.ts'
import { releasedRows, screenRows } from '../../compliance/screening.ts'
import { postIn } from '../../ledger/posting/post.ts'
import type { PayoutsTo } from '../../base/manifest.ts'
import { type BankAccount, creditorOf, isPayable, lockBankAccounts } from '../../destinations/bank-account/row.ts'
import { coinCodes, fiatOf } from '../../ledger/coin.ts'
import { paidByReserve } from '../../treasury/debts.ts'
import { lockCoins, placeOf } from '../../treasury/holdings.ts'
import {
  burned,
  burnKey,
  failed,
  paidOut,
  proceeds,
  type Redemption,
  redemptionMachine,
  redemptionsJob,
  settled,
} from './row.ts'
import { burn } from './burn.ts'
import { payToBalance, rejectRedemptions } from './reject.ts'
import { applyChainOutcomes, settlementDueAt } from '../on-chain.ts'

/** Advances redemptions: from a hold to the chain, then to the ledger, then to the balance or the bank. */
export const advanceRedemptions: Job = {
  name: redemptionsJob,
  everyMs: 1_000,
  run: async (env) => {
    let steps = (await repeatUntilDone(env, rejectRedemptions)) + (await repeatUntilDone(env, resume))
    for (const line of await linesForCoins(env)) steps += await repeatUntilDone(env, collected(line))
    steps += await repeatAtFaultPoint(env, 'redemption.booked', hasOutcomes('redemption'), applyOperationOutcomes)
    for (const coin of coinCodes) steps += await repeatUntilDone(env, (_env, tx) => payOut(env, tx, coin))
    steps += await repeatUntilDone(env, applyPayoutOutcomes)
    return steps + (await repeatUntilDone(env, settle))
  },
}

/** Held redemptions that were released after review. */
const resume: Work = async (env, tx) => {
  const released = await releasedRows<Redemption>(tx, redemptionMachine, batchSize)
  const by = byService(env, 'release decided')
  await lockCoins(tx, released.map(placeOf)) // before holds are read, in the same order as a request
  const screening = await moveRows(tx, redemptionMachine, released, 'release', by)
  const { clear } = await screenRows(env, tx, 'redemption', redemptionMachine, screening, by)
  await burn(env, tx, clear, by)
  return released.length
}

type Line = Pick<Redemption, 'blockchain' | 'asset'>

const waitsForCoins = `issuance.redemption where state = 'screening' and not on_hold`

/** Each chain and coin has its own queue. A redemption that waits for its coins does not block the others. */
const linesForCoins = ({ db }: Env): Promise<Line[]> =>
  db.query<Line>(`select distinct blockchain, asset from ${waitsForCoins}`)

/** Redemptions that waited for their coins to be collected. Screened again: a hold may have been set since (S1). */
const collected =
  ({ blockchain, asset }: Line): Work =>
  async (env, tx) => {
    const waiting = await tx.query<Redemption>(
      `select * from ${waitsForCoins} and blockchain = $1 and asset = $2
     order by created_at, id limit $3 for update skip locked`,
      [blockchain, asset, batchSize],
    )
    if (waiting.length === 0) return 0
    const by = byService(env, 'its coins are collected')
    await lockCoins(tx, waiting.map(placeOf))
    const { clear, held } = await screenRows(env, tx, 'redemption', redemptionMachine, waiting, by)
    const after = await burn(env, tx, clear, by)
    return held.length + after.filter(({ state }) => state !== 'screening').length
  }

const applyOperationOutcomes: Work = (env, tx) =>
  applyChainOutcomes<Redemption>(env, tx, {
    purpose: 'redemption',
    machine: redemptionMachine,
    events: { queued: [], working: ['broadcast'], final: ['broadcast', 'pay'], failed: ['fail'], canceled: ['fail'] },
    done: burned,
    failed,
  })

type ToBank = Redemption & { bank_account_id: string }

/**
 * Requests payouts as soon as the reserve has paid, so that other clients' money is never lent. The account is checked
 * again: a redemption to a disabled account is paid to the balance.
 */
async function payOut(env: Env, tx: Tx, coin: Redemption['asset']): Promise<number> {
  const waiting = await tx.query<ToBank>(
    `select * from issuance.redemption
     where state = 'paying' and bank_account_id is not null and paid_at is null and asset = $1 and not on_hold
     order by booked_at, id limit $2 for update skip locked`,
    [coin, batchSize],
  )
  const paid = await paidByReserve(tx, fiatOf(coin), waiting.map(burnKey))
  const due = waiting.filter((one) => paid.has(burnKey(one)))
  if (due.length === 0) return 0
  const by = byService(env, 'the reserve has paid')
  const accounts = await lockBankAccounts(
    tx,
    due.map((one) => one.bank_account_id),
  )
  const accountOf = ({ bank_account_id }: ToBank) => accounts.get(bank_account_id)!
  const closed = due.filter((one) => !isPayable(accountOf(one)))
  await payToBalance(env, tx, closed, 'paid to the balance, because the bank account is removed', by)
  const ready = due.filter((one) => isPayable(accountOf(one)))
  await postIn(env, tx, ready.map(paidOut))
  await preparePayouts(
    env,
    tx,
    ready.map((one) => payoutOf(one, accountOf(one))),
    by,
  )
  await tx.query('update issuance.redemption set paid_at = $2 where id = any($1)', [idsOf(ready), by.at])
  return due.length
}

function payoutOf(one: Redemption, to: BankAccount) {
  return {
    kind: 'redemption' as const,
    subject: one.id,
    institutionId: one.institution_id,
    currency: fiatOf(one.asset),
    amount: proceeds(one),
    creditor: creditorOf(to),
    remittance: `Redemption ${one.id}`,
  }
}

/** Redemptions to this bank account with a prepared or ordered payout. */
export const payingTo: PayoutsTo = async (tx, { id, institution_id }) =>
  idsOf(
    await tx.query<Pick<Redemption, 'id'>>(
      `select id from issuance.redemption where institution_id = $1 and bank_account_id = $2 and state = 'paying'`,
      [institution_id, id],
    ),
  )

/** A failed payout was returned to the balance. The redemption is settled, with that reason. */
const payoutEvents: EventsByState<PayoutState> = {
  prepared: [],
  batched: [],
  sent: [],
  accepted: [],
  booked: ['settle'],
  rejected: ['bounce', 'pay', 'settle'],
  returned: ['bounce', 'pay', 'settle'],
}

const applyPayoutOutcomes: Work = async (env, tx) => {
  const outcomes = await takeOutcomes(tx, 'redemption', batchSize)
  const by = { actor: 'bank', why: 'payout', at: env.clock.now() }
  const timed = (event: string) => (event === 'settle' ? { settled_at: by.at } : {})
  const applied = await applyOutcomes<Redemption, StepOutcome<PayoutState>>(
    tx,
    redemptionMachine,
    outcomes,
    payoutEvents,
    by,
    timed,
  )
  await releaseWithheld(env, tx, outcomes)
  const unpaid = applied.flatMap(({ outcome: { subject, reason } }) =>
    reason === null ? [] : [{ subject, reason: `paid to the balance, because the bank did not pay: ${reason}` }],
  )
  await storeReasons(tx, redemptionMachine, unpaid)
  return outcomes.length
}

/** Paid to the balance after the settlement time. */
const settle: Work = async (env, tx) => {
  const rows = await tx.query<Redemption>(
    `select * from issuance.redemption where state = 'paying' and bank_account_id is null and asked_settlement <= $1
       and not on_hold order by asked_settlement, id limit $2 for update skip locked`,
    [settlementDueAt(env), batchSize],
  )
  const by = byService(env, 'settlement time has passed')
  await moveRows(tx, redemptionMachine, rows, 'settle', by, { settled_at: by.at })
  await postIn(env, tx, rows.map(settled))
  return rows.length
}
