import { parseAccountId } from '@specie/payments/account.ts'
import { type PayoutState, preparePayouts, readNews as readPayouts } from '../banking/payouts.ts'
import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { around } from '../base/faults.ts'
import type { Job } from '../base/jobs.ts'
import type { By } from '../base/machines.ts'
import { type OperationNews, type OperationState, readNews } from '../chains/operations.ts'
import { decided, screen } from '../compliance/holds.ts'
import { postIn } from '../ledger/post.ts'
import type { BankAccount } from './bank-account.ts'
import { coinCodes, fiatOf } from './coin.ts'
import {
  burned,
  failed,
  paidOut,
  proceeds,
  type Redemption,
  redemptionMachine,
  redemptionsJob,
  rejected,
  settled,
} from './redemption.ts'
import { burn } from './redemptions-burn.ts'
import { most, moveIfCan, moveRows, untilNone } from '../base/steps.ts'

/** Carries redemptions on: from a hold to the chain, from the chain's word to the ledger, to the balance or the bank. */
export const carryRedemptions: Job = {
  name: redemptionsJob,
  everyMs: 1_000,
  run: async (env) => {
    let steps = await untilNone(env, decide)
    while ((await hasNews(env)).length > 0) {
      steps += await around(env, 'redemption.booked', () => env.db.tx((tx) => follow(env, tx)))
    }
    for (const coin of coinCodes) steps += await untilNone(env, (_env, tx) => payOut(env, tx, coin))
    steps += await untilNone(env, hearBank)
    return steps + (await untilNone(env, settle))
  },
}

const service = (env: Env, why: string): By => ({ actor: 'service', why, at: env.clock.now() })

/** Held redemptions on which people have decided. */
async function decide(env: Env, tx: Tx): Promise<number> {
  const held = await tx.query<Redemption>(
    `select * from issuance.redemption r where state = 'held' and not exists (
       select from compliance.hold h where h.subject_id = r.id and h.state in ('placed', 'under_review', 'frozen'))
     order by created_at, id limit $1 for update skip locked`,
    [most],
  )
  const verdicts = await decided(
    tx,
    held.map(({ id }) => id),
  )
  for (const one of held) await follows(env, tx, one, verdicts.get(one.id) ?? 'release')
  return held.length
}

async function follows(env: Env, tx: Tx, one: Redemption, verdict: 'release' | 'reject'): Promise<void> {
  const by = service(env, `${verdict} decided`)
  if (verdict === 'reject') {
    await postIn(env, tx, [rejected(one)])
    await moveRows(tx, redemptionMachine, [one], 'reject', by, { reason: 'refused after review' })
    return
  }
  const screening = await moveRows(tx, redemptionMachine, [one], 'release', by)
  const again = await screen(env, tx, { kind: 'redemption', id: one.id, institutionId: one.institution_id })
  if (again === null) await burn(env, tx, screening, by)
  else await moveRows(tx, redemptionMachine, screening, 'hold', { ...by, why: again.reason })
}

const hasNews = ({ db }: Env) =>
  db.query(`select 1 from chains.operation where purpose = 'redemption' and unread limit 1`)

/** What the chain's word means: the events that lead there, of which some may have been taken. */
const story: { readonly [state in OperationState]: readonly string[] } = {
  queued: [],
  working: ['broadcast'],
  final: ['broadcast', 'pay'],
  failed: ['fail'],
  canceled: ['fail'],
}

async function follow(env: Env, tx: Tx): Promise<number> {
  const news = new Map((await readNews(tx, 'redemption', most)).map((one) => [one.subject, one]))
  const rows = await tx.query<Redemption>(
    'select * from issuance.redemption where id = any($1) order by id for update',
    [[...news.keys()]],
  )
  await postIn(
    env,
    tx,
    rows.flatMap((one) => journalOf(one, news.get(one.id)!)),
  )
  for (const [state, concerned] of Map.groupBy(rows, ({ id }) => news.get(id)!.state)) {
    const by = { actor: 'chain', why: `operation ${state}`, at: env.clock.now() }
    let now: Redemption[] = concerned
    for (const event of story[state]) now = await moveIfCan(tx, redemptionMachine, now, event, by)
  }
  await tx.query(
    `update issuance.redemption r set reason = told.reason, booked_at = case when told.state = 'final' then $4::timestamptz end
     from unnest($1::uuid[], $2::text[], $3::text[]) told (id, state, reason) where r.id = told.id and told.state <> 'working'`,
    [
      [...news.keys()],
      [...news.values()].map(({ state }) => state),
      [...news.values()].map(({ reason }) => reason),
      env.clock.now(),
    ],
  )
  return news.size
}

function journalOf(one: Redemption, { state, txid }: OperationNews) {
  if (state === 'final') return [burned(one, txid ?? '')]
  return state === 'failed' || state === 'canceled' ? [failed(one)] : []
}

/**
 * To the bank, as soon as the reserve has paid: other clients' money is not lent out meanwhile. A sweep pays what is
 * oldest first, so a redemption has its money when all that is still due was caused by younger ones.
 */
async function payOut(env: Env, tx: Tx, coin: Redemption['asset']): Promise<number> {
  const ready = await tx.query<Redemption & { account: BankAccount }>(
    `select r.*, to_jsonb(b) as account
     from issuance.redemption r join transfers.bank_account b on b.id = r.bank_account_id
     where r.state = 'paying' and r.paid_at is null and r.asset = $1
       and coalesce((select balance from ledger.account
             where pool = 'client' and name = 'due_from_reserve' and asset = $2), 0)
         <= coalesce((select sum(younger.quantity / 10000) from issuance.redemption younger
             where younger.asset = $1 and younger.booked_at > r.booked_at), 0)
     order by r.booked_at, r.id limit $3 for update of r skip locked`,
    [coin, fiatOf(coin), most],
  )
  if (ready.length === 0) return 0
  const by = service(env, 'the reserve has paid')
  await postIn(env, tx, ready.map(paidOut))
  await preparePayouts(
    env,
    tx,
    ready.map((one) => payoutOf(one, one.account)),
    by,
  )
  await tx.query('update issuance.redemption set paid_at = $2 where id = any($1)', [ready.map(({ id }) => id), by.at])
  return ready.length
}

function payoutOf(one: Redemption, to: BankAccount) {
  const account = parseAccountId(to.identifier)
  if (account === null) throw new Error(`bank account ${to.id} does not hold an account`)
  return {
    kind: 'redemption' as const,
    subject: one.id,
    institutionId: one.institution_id,
    currency: fiatOf(one.asset),
    amount: proceeds(one),
    creditor: { name: to.name, account, bic: null },
    remittance: `Redemption ${one.id}`,
  }
}

/** What the bank does not pay has come to the balance: the redemption is over all the same, and says so. */
const bankStory: { readonly [state in PayoutState]: readonly string[] } = {
  prepared: [],
  batched: [],
  sent: [],
  accepted: [],
  booked: ['settle'],
  rejected: ['bounce', 'pay', 'settle'],
  returned: ['bounce', 'pay', 'settle'],
}

async function hearBank(env: Env, tx: Tx): Promise<number> {
  const news = new Map((await readPayouts(tx, 'redemption', most)).map((one) => [one.subject, one]))
  const rows = await tx.query<Redemption>(
    'select * from issuance.redemption where id = any($1) order by id for update',
    [[...news.keys()]],
  )
  for (const [state, concerned] of Map.groupBy(rows, ({ id }) => news.get(id)!.state)) {
    const by = { actor: 'bank', why: `payout ${state}`, at: env.clock.now() }
    let now: Redemption[] = concerned
    for (const event of bankStory[state]) {
      now = await moveIfCan(tx, redemptionMachine, now, event, by, event === 'settle' ? { settled_at: by.at } : {})
    }
  }
  await tx.query(
    `update issuance.redemption r set reason = 'paid to the balance, for the bank did not: ' || told.reason
     from unnest($1::uuid[], $2::text[]) told (id, reason) where r.id = told.id and told.reason is not null`,
    [[...news.keys()], [...news.values()].map(({ reason }) => reason)],
  )
  return news.size
}

/** To the balance, when settlement has taken its time. */
async function settle(env: Env, tx: Tx): Promise<number> {
  const ripe = new Date(env.clock.settlement().getTime() - env.config.settlementSeconds * 1000)
  const rows = await tx.query<Redemption>(
    `select * from issuance.redemption where state = 'paying' and bank_account_id is null and asked_settlement <= $1
     order by asked_settlement, id limit $2 for update skip locked`,
    [ripe, most],
  )
  const by = service(env, 'settlement time has passed')
  await moveRows(tx, redemptionMachine, rows, 'settle', by, { settled_at: by.at })
  await postIn(env, tx, rows.map(settled))
  return rows.length
}
