import { chains } from '@specie/protocol/chains.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import { machines, publicState } from '@specie/protocol/machines.ts'
import type { addPaymentRail as AddPaymentRail } from '@specie/protocol/rails.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest, unavailable } from '../../base/http/errors.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import { requestOf, isDryRun, once, dryRun, type Answered, isAnsweredRequest } from '../../base/idempotency/once.ts'
import { moveRows, byService } from '../../base/state-machine/transitions.ts'
import { assertReliable } from '../../chains/watcher/reliable.ts'
import { placeHold } from '../../compliance/holds.ts'
import { screenRows } from '../../compliance/screening.ts'
import { coinCodes, fiatOf, isOnline } from '../../treasury/coin.ts'
import { type Rail, railMachine, railsJob } from './row.ts'
import {
  assertWalletNotOurs,
  checkedAccount,
  checkedInstructions,
  checkedWallet,
  partiesNeedReview,
  Unserved,
} from './instructions.ts'

type RailRequest = RequestOf<typeof AddPaymentRail>
type Answer = ResponseOf<typeof AddPaymentRail>
type Caller = { institutionId: string; actor: string }

/** Registers a rail: what cannot be served is kept as rejected, with the reason; a worker opens the others. */
export async function addPaymentRail(env: Env, by: Caller, ask: RailRequest): Promise<Answered<Answer>> {
  assertSides(ask)
  const asked = requestOf(by.institutionId, 'addPaymentRail', ask)
  // What may change between two calls is not looked at again for one that has its answer (O2).
  const order = (await isAnsweredRequest(env, asked)) ? null : await orderOf(env, by.institutionId, ask)
  const work = async (tx: Tx): Promise<Answer> => {
    if (order === null) throw new Error('this rail has its answer: it is not asked for again')
    const who = { actor: by.actor, why: 'asked for', at: env.clock.now() }
    if (order.address_id !== null) await assertWalletNotOurs(tx, ask.instructions.blockchain, order.destination)
    const rail = await insert(env, tx, by.institutionId, ask, order, who)
    return answerOf(await begin(env, tx, rail, order.review), order.label)
  }
  if (!isDryRun(ask)) return once(env, asked, work)
  const { answer, replayed } = await dryRun(env, asked, work)
  return { answer: { ...answer, ...(replayed ? {} : { railid: '' }), ...priceOf(env, ask), validated: true }, replayed }
}

/** What a rail costs; a currency that we do not have has no price. */
function priceOf({ config }: Env, { instructions: { currency } }: RailRequest) {
  const fiat = coinCodes.map(fiatOf).find((one) => one === currency)
  return { fee: '0', ...(fiat && { fee_currency: fiat }), payment_fee_bps: config.railFeeBps, limits: [] }
}

/** Money comes from one side and goes to the other: exactly one destination fits. */
function assertSides({ railtype, wallet, bankaccount }: RailRequest): void {
  const [needed, other] =
    railtype === 'FiatToStablecoin' ? (['wallet', 'bankaccount'] as const) : (['bankaccount', 'wallet'] as const)
  const given = { wallet, bankaccount }
  if (given[needed] === undefined) throw badRequest('required', `A ${railtype} rail needs a ${needed}.`, needed)
  if (given[other] !== undefined) throw badRequest('excluded', `A ${railtype} rail has no ${other}.`, other)
}

type Order = Pick<Rail, 'destination' | 'memo' | 'address_id' | 'reason'> & { label: string | null; review: boolean }

/** Everything that can be known before a row is written, in the order of the checks. */
async function orderOf(env: Env, institutionId: string, ask: RailRequest): Promise<Order> {
  try {
    const review = await partiesNeedReview(env, ask)
    const { asset, currency, blockchain } = checkedInstructions(ask.instructions)
    const wallet = ask.wallet && (await checkedWallet(env, institutionId, blockchain, ask.wallet.destination))
    const account = ask.bankaccount && (await checkedAccount(env.db, currency, ask.bankaccount.destination))
    if (!(await isOnline(env, asset, blockchain))) {
      throw unavailable(`${chains[blockchain].name} is offline at the moment.`)
    }
    await assertReliable(env, env.db, blockchain)
    return {
      destination: wallet?.address ?? account!,
      memo: ask.wallet?.memo ?? wallet?.memo ?? null,
      address_id: wallet?.id ?? null,
      label: wallet?.label ?? null,
      reason: null,
      review,
    }
  } catch (error) {
    if (!(error instanceof Unserved)) throw error
    const { destination } = (ask.wallet ?? ask.bankaccount)!
    const memo = ask.wallet?.memo ?? null
    return { destination, memo, address_id: null, label: null, reason: error.message, review: false }
  }
}

/** Refused, held, or on its way to be opened. */
async function begin(env: Env, tx: Tx, rail: Rail, review: boolean): Promise<Rail> {
  if (rail.reason !== null) {
    return (await moveRows(tx, railMachine, [rail], 'reject', byService(env, 'cannot be served')))[0]!
  }
  const institutionId = rail.institution_id
  if (review) await placeHold(env, tx, { institutionId, on: rail.id, reason: 'sanctions_review' }, 'service')
  const { held } = await screenRows(env, tx, 'rail', railMachine, [rail], byService(env, 'screened'))
  if (held.length === 0) env.jobs.wake(tx, railsJob)
  return held[0] ?? rail
}

async function insert(env: Env, tx: Tx, institutionId: string, ask: RailRequest, order: Order, by: By): Promise<Rail> {
  await setActor(tx, by)
  const { asset, currency, blockchain } = ask.instructions
  const [rail] = await tx.query<Rail>(
    `insert into rails.rail (id, institution_id, clreqid, railtype, sender, recipient, asset, currency, blockchain,
       destination, memo, address_id, reason, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15) returning *`,
    [
      env.ids.uuid(by.at),
      institutionId,
      ask.clreqid,
      ask.railtype,
      ask.sender,
      ask.recipient,
      asset,
      currency,
      blockchain,
      order.destination,
      order.memo,
      order.address_id,
      order.reason,
      machines.payment_rail.initial,
      by.at,
    ],
  )
  return rail!
}

/** A rail that was refused names no place that was looked at. */
function answerOf({ id, state, reason, railtype, destination }: Rail, label: string | null): Answer {
  const isServed = reason === null
  return {
    railid: id,
    status: publicState(machines.payment_rail, state)!,
    reason,
    destination: label,
    address: isServed && railtype === 'FiatToStablecoin' ? destination : null,
    identifier: isServed && railtype === 'StablecoinToFiat' ? destination : null,
    validated: false,
  }
}
