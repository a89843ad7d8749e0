import { parseAccountId } from '@specie/payments/account.ts'
import { machines, next } from '@specie/protocol/machines.ts'
import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import type { Job } from '../base/jobs.ts'
import { acting, type By } from '../base/machines.ts'
import { type PayoutState, preparePayouts, readNews, withdrawalsJob } from '../banking/payouts.ts'
import { postIn } from '../ledger/post.ts'
import type { BankAccount } from './bank-accounts.ts'
import { type Withdrawal, withdrawalJournal, type WithdrawalState } from './withdrawals.ts'

/** Rows in one transaction. 500 took 0.3 s to the bank; one row and one state at a time, some fifteen times as long. */
const most = 200

/** Carries withdrawals from the request to the bank, and from the bank's answer to their end. */
export const carryWithdrawals: Job = {
  name: withdrawalsJob,
  everyMs: 5_000,
  run: async (env) => {
    let steps = 0
    for (const [state, event] of towards) steps += await untilNone(env, (tx) => advance(env, tx, state, event))
    return steps + (await untilNone(env, (tx) => follow(env, tx)))
  },
}

async function untilNone(env: Env, work: (tx: Tx) => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const steps = await env.db.tx(work)
    if (steps === 0) return total
    total += steps
  }
}

/**
 * The next step of each state before the bank. Fiat has no Travel Rule message of its own: names and accounts travel in
 * the payment itself.
 */
const towards: readonly (readonly [WithdrawalState, string])[] = [
  ['requested', 'screen'],
  ['screening', 'clear'],
  ['travel_rule', 'agree'],
  ['approved', 'send'],
]

/** One state further. What is being canceled at this moment is left alone. */
async function advance(env: Env, tx: Tx, state: WithdrawalState, event: string): Promise<number> {
  const withdrawals = await tx.query<Withdrawal>(
    `select * from transfers.withdrawal where state = $1 order by created_at, id limit $2 for update skip locked`,
    [state, most],
  )
  if (withdrawals.length === 0) return 0
  const by = { actor: 'service', why: 'next step', at: env.clock.now() }
  await moveAll(tx, withdrawals, event, by)
  if (event === 'send') await pay(env, tx, withdrawals, by)
  return withdrawals.length
}

/** Moves withdrawals that are all in one state, whose rows are locked, along the table (S1). */
async function moveAll(tx: Tx, withdrawals: readonly Withdrawal[], event: string, by: By): Promise<void> {
  const to = next(machines.withdrawal, withdrawals[0]!.state, event)
  await acting(tx, by)
  await tx.query('update transfers.withdrawal set state = $2, updated_at = $3 where id = any($1)', [
    withdrawals.map((one) => one.id),
    to,
    by.at,
  ])
}

async function pay(env: Env, tx: Tx, withdrawals: readonly Withdrawal[], by: By): Promise<void> {
  const accounts = await tx.query<BankAccount>('select * from transfers.bank_account where id = any($1)', [
    withdrawals.map((one) => one.bank_account_id),
  ])
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  await postIn(
    env,
    tx,
    withdrawals.map((one) => withdrawalJournal(one, 'sent', 'pending', 'payouts_in_transit')),
  )
  const payouts = withdrawals.map((one) => payoutOf(one, accountOf.get(one.bank_account_id)!))
  await preparePayouts(env, tx, payouts, by)
}

function payoutOf(withdrawal: Withdrawal, to: BankAccount) {
  const account = parseAccountId(to.identifier)
  if (account === null) throw new Error(`bank account ${to.id} does not hold an account`)
  return {
    kind: 'withdrawal' as const,
    subject: withdrawal.id,
    institutionId: withdrawal.institution_id,
    currency: withdrawal.asset,
    amount: withdrawal.quantity,
    creditor: { name: to.name, account, bic: null },
    remittance: `Withdrawal ${withdrawal.id}`,
  }
}

/** What a payout's state means for its withdrawal: the events that lead there, of which some may have been taken. */
const story: { readonly [state in PayoutState]: readonly string[] } = {
  prepared: [],
  batched: [],
  sent: ['broadcast'],
  accepted: ['broadcast'],
  booked: ['broadcast', 'complete'],
  rejected: ['fail'],
  returned: ['broadcast', 'complete', 'return'],
}

/** Withdrawals learn what became of their payouts. */
async function follow(env: Env, tx: Tx): Promise<number> {
  const news = new Map((await readNews(tx, 'withdrawal', most)).map((one) => [one.subject, one]))
  const withdrawals = await tx.query<Withdrawal>(
    'select * from transfers.withdrawal where id = any($1) order by id for update',
    [[...news.keys()]],
  )
  for (const [state, concerned] of Map.groupBy(withdrawals, ({ id }) => news.get(id)!.state)) {
    const by = { actor: 'bank', why: `payout ${state}`, at: env.clock.now() }
    let now = concerned
    for (const event of story[state]) now = await take(tx, now, event, by)
  }
  await tx.query(
    `update transfers.withdrawal w set reason = told.reason from unnest($1::uuid[], $2::text[]) told (id, reason)
     where w.id = told.id and w.state = 'failed'`,
    [[...news.keys()], [...news.values()].map((one) => one.reason)],
  )
  return news.size
}

/** Takes the step with those that can still take it; answers all of them as they are then. */
async function take(tx: Tx, withdrawals: readonly Withdrawal[], event: string, by: By): Promise<Withdrawal[]> {
  const after: Withdrawal[] = []
  for (const [state, some] of Map.groupBy(withdrawals, (one) => one.state)) {
    const to = next(machines.withdrawal, state, event)
    if (to !== null) await moveAll(tx, some, event, by)
    after.push(...some.map((one) => ({ ...one, state: to ?? state })))
  }
  return after
}
