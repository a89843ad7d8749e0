import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { next } from '@specie/protocol/machines.ts'
import { amountText } from '@specie/protocol/money.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type ApiError, badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { reportStopped } from '../../stopping/stopped.ts'
import { smallestPayout } from '../../treasury/smallest-payout.ts'
import type { Description } from '../../base/approvable.ts'
import { type Balance, balancesOf, debtsOf } from './closing-balances.ts'
import { expectedAssets } from './expected-assets.ts'
import { institutionName as nameOf } from '../../directory/institutions.ts'
import { findCase, kybMachine, lockCase, moveCase, note, notNow } from './row.ts'

// Two people offboard an institution (approval kind institution.offboard), and name destinations for its balances. Open
// items end by the table of protocol/src/standing.ts; then a job pays the balances (transfers/withdrawal/closing.ts).

type Offboarding = PayloadOf<'institution.offboard'>
type Payout = NonNullable<Offboarding['payouts']>[number]

/**
 * Offboarding suspends first. An offboarded institution can be offboarded again when a balance is left, or has come
 * back.
 */
export async function offboard(env: Env, tx: Tx, { institutionid, payouts = [] }: Offboarding, by: By): Promise<void> {
  const kyb = await lockCase(tx, institutionid)
  await storePayouts(env, tx, institutionid, payouts, by.at)
  if (kyb.state === 'offboarded') return note(tx, by, 'kyb.offboarded', institutionid)
  const suspended = kyb.state === 'suspended' ? kyb : await moveCase(tx, kyb, 'suspend', by)
  await moveCase(tx, suspended, 'offboard', by).catch((error: unknown) => {
    throw (error as { constraint?: string }).constraint === 'balance_left' ? balanceLeft() : error
  })
  await reportStopped(env, tx, institutionid)
  note(tx, by, 'kyb.offboarded', institutionid)
}

const balanceLeft = (): ApiError =>
  badRequest(
    'balance',
    'The institution now has a balance that this request does not name. Reject the request, and request the offboarding again.',
    'payouts',
  )

/** The database checks that two people have approved each (onboarding.assert_closing_approved). */
async function storePayouts(env: Env, tx: Tx, institutionId: string, payouts: readonly Payout[], at: Date) {
  for (const { asset, destination } of payouts) {
    if (destination === null) continue
    await tx.query(
      `insert into onboarding.closing_payout (id, institution_id, asset, bank_account_id, address_id, agreed_at)
       values ($1, $2, $3,
         (select id from destinations.destination where id = $4 and institution_id = $2 and kind = 'bank_account'),
         (select id from destinations.destination where id = $4 and institution_id = $2 and kind = 'address'), $5)`,
      [env.ids.uuid(at), institutionId, asset, destination, at],
    )
  }
}

/** Throws when an institution cannot be offboarded. */
export async function assertOffboardable(sql: Sql, institutionId: string): Promise<string> {
  const kyb = await findCase(sql, institutionId)
  const isLeft = kyb.state === 'offboarded' && (await balancesOf(sql, kyb.institution_id)).length > 0
  if (!isLeft && kyb.state !== 'suspended' && next(kybMachine.machine, kyb.state, 'suspend') === null) throw notNow(kyb)
  return kyb.institution_id
}

/** The destination of each balance; a missing one is proposed. The account or wallet that was registered first. */
export async function completeOffboarding(env: Env, tx: Tx, payload: Offboarding): Promise<Offboarding> {
  const { institutionid, payouts = [] } = payload
  const named = new Map(payouts.map((one) => [one.asset, one]))
  const complete: Payout[] = []
  for (const balance of await balancesOf(tx, institutionid)) {
    complete.push(named.get(balance.asset) ?? (await proposed(tx, institutionid, balance)))
    named.delete(balance.asset)
  }
  for (const asset of await expectedAssets(env, tx, institutionid)) {
    if (named.has(asset) || complete.some((one) => one.asset === asset)) continue
    complete.push({ asset, destination: await firstRegistered(tx, institutionid, asset) })
  }
  return complete.length + named.size === 0 ? payload : { ...payload, payouts: [...complete, ...named.values()] }
}

async function proposed(tx: Tx, institutionId: string, { asset, minor }: Balance): Promise<Payout> {
  if (minor < smallestPayout(asset)) return { asset, destination: null }
  const destination = await firstRegistered(tx, institutionId, asset)
  if (destination !== null) return { asset, destination }
  const kind = assets[asset].type === 'fiat' ? 'bank account' : 'wallet'
  throw badRequest(
    'balance',
    `It has ${amountText({ asset, minor })}, and no ${kind} for it. Register one, or let the institution withdraw it first.`,
    'payouts',
  )
}

async function firstRegistered(tx: Tx, institutionId: string, asset: AssetCode): Promise<string | null> {
  const [found] = await tx.query<{ id: string }>(
    `select id from destinations.destination
     where institution_id = $1 and is_usable and (currency = $2 or blockchain = any($3))
     order by created_at, id limit 1`,
    [institutionId, asset, assets[asset].blockchains.map((one) => one.blockchain)],
  )
  return found?.id ?? null
}

export async function describeOffboarding(
  _env: Env,
  sql: Sql,
  { institutionid, payouts = [] }: Offboarding,
): Promise<Description> {
  const labels = await sql.query<{ id: string; label: string }>(
    `select id, label from destinations.bank_account_label where id = any($1::uuid[])
     union all select id, label from destinations.address_label where id = any($1::uuid[])`,
    [payouts.flatMap(({ destination }) => destination ?? [])],
  )
  const labelOf = new Map(labels.map(({ id, label }) => [id, label]))
  const paid = payouts.flatMap(({ asset, destination }) =>
    destination === null ? [] : [`${asset} to ${labelOf.get(destination) ?? destination}`],
  )
  const rest = paid.length === 0 ? '' : `, and pay its ${paid.join(', its ')}`
  const owed = await debtsOf(sql, institutionid)
  const debts = owed.length === 0 ? '' : `. It owes ${owed.map(amountText).join(' and ')}`
  return { title: `Offboard ${await nameOf(sql, institutionid)}${rest}${debts}`, institutionId: institutionid }
}
