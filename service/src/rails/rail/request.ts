import { chains } from '@specie/protocol/chains.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { machines, publicState } from '@specie/protocol/machines.ts'
import type { addPaymentRail as AddPaymentRail } from '@specie/protocol/endpoints/rails.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest, unavailable } from '../../base/http/errors.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import { requestOf, isDryRun, once, dryRun, type Answered, isAnsweredRequest } from '../../base/idempotency/once.ts'
import { moveRows, byService } from '../../base/state-machine/transitions.ts'
import { assertReliable } from '../../chains/trouble/reliable.ts'
import { type ScreeningMode, screenRows } from '../../compliance/screening.ts'
import { isOnline } from '../../chains/online.ts'
import { coinCodes, fiatOf } from '../../ledger/coin.ts'
import { type Rail, railMachine, railsJob } from './row.ts'
import {
  assertWalletNotOurs,
  checkedAccount,
  checkedInstructions,
  checkedWallet,
  assertServed,
  Unserved,
} from './instructions.ts'

type RailRequest = RequestOf<typeof AddPaymentRail>
type Answer = ResponseOf<typeof AddPaymentRail>
type Caller = { institutionId: string; actor: string }

/** Registers a rail. An unserviceable one is stored as rejected, with the reason; a job opens the others. */
export async function addPaymentRail(env: Env, by: Caller, fields: RailRequest): Promise<Answered<Answer>> {
  assertSides(fields)
  const idempotent = requestOf(by.institutionId, 'addPaymentRail', fields)
  // A repeated request gets its answer without new checks, because the facts may have changed (O2).
  const look = isDryRun(fields) ? 'rehearsal' : 'request'
  const order = (await isAnsweredRequest(env, idempotent)) ? null : await orderOf(env, by.institutionId, fields, look)
  const work = async (tx: Tx): Promise<Answer> => {
    if (order === null) throw new Error('the request was answered before')
    const actor = { actor: by.actor, why: 'asked for', at: env.clock.now() }
    if (order.address_id !== null) await assertWalletNotOurs(tx, fields.instructions.blockchain, order.destination)
    const rail = await insert(env, tx, by.institutionId, fields, order, actor)
    return answerOf(await begin(env, tx, rail, look), order.label)
  }
  if (!isDryRun(fields)) return once(env, idempotent, work)
  const { answer, replayed } = await dryRun(env, idempotent, work)
  return {
    answer: { ...answer, ...(replayed ? {} : { railid: '' }), ...priceOf(env, fields), validated: true },
    replayed,
  }
}

/** The price of a rail; none for an unknown currency. */
function priceOf({ config }: Env, { instructions: { currency } }: RailRequest) {
  const fiat = coinCodes.map(fiatOf).find((one) => one === currency)
  return { fee: '0', ...(fiat && { fee_currency: fiat }), payment_fee_bps: config.railFeeBps, limits: [] }
}

/** The rail type determines the required destination; the other one must be missing. */
function assertSides({ railtype, wallet, bankaccount }: RailRequest): void {
  const [needed, other] =
    railtype === 'FiatToStablecoin' ? (['wallet', 'bankaccount'] as const) : (['bankaccount', 'wallet'] as const)
  const destinations = { wallet, bankaccount }
  if (destinations[needed] === undefined)
    throw badRequest('required', `Send \`${needed}\`: a ${railtype} rail requires it.`, needed)
  if (destinations[other] !== undefined)
    throw badRequest('excluded', `Leave out \`${other}\`: a ${railtype} rail does not have it.`, other)
}

type Order = Pick<Rail, 'destination' | 'memo' | 'address_id' | 'reason'> & { label: string | null }

/** All checks that need no row, in their order. */
async function orderOf(env: Env, institutionId: string, fields: RailRequest, look: ScreeningMode): Promise<Order> {
  try {
    await assertServed(env, institutionId, fields, look)
    const { asset, currency, blockchain } = checkedInstructions(fields.instructions)
    const wallet = fields.wallet && (await checkedWallet(env, institutionId, blockchain, fields.wallet.destination))
    const account = fields.bankaccount && (await checkedAccount(env.db, currency, fields.bankaccount.destination))
    if (!(await isOnline(env, asset, blockchain))) {
      throw unavailable(`${chains[blockchain].name} is offline at the moment.`)
    }
    await assertReliable(env, env.db, blockchain)
    return {
      destination: wallet?.address ?? account!,
      memo: fields.wallet?.memo ?? wallet?.memo ?? null,
      address_id: wallet?.id ?? null,
      label: wallet?.label ?? null,
      reason: null,
    }
  } catch (error) {
    if (!(error instanceof Unserved)) throw error
    const { destination } = (fields.wallet ?? fields.bankaccount)!
    const memo = fields.wallet?.memo ?? null
    return { destination, memo, address_id: null, label: null, reason: error.message }
  }
}

/** Rejected, held, or to be opened. */
async function begin(env: Env, tx: Tx, rail: Rail, look: ScreeningMode): Promise<Rail> {
  if (rail.reason !== null) {
    return (await moveRows(tx, railMachine, [rail], 'reject', byService(env, 'cannot be served')))[0]!
  }
  const { held } = await screenRows(env, tx, 'rail', railMachine, [rail], byService(env, 'screened'), look)
  if (held.length === 0) env.jobs.wake(tx, railsJob)
  return held[0] ?? rail
}

async function insert(
  env: Env,
  tx: Tx,
  institutionId: string,
  fields: RailRequest,
  order: Order,
  by: By,
): Promise<Rail> {
  await setActor(tx, by)
  const { asset, currency, blockchain } = fields.instructions
  const [rail] = await tx.query<Rail>(
    `insert into rails.rail (id, institution_id, clreqid, railtype, sender, recipient, asset, currency, blockchain,
       destination, memo, address_id, reason, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15) returning *`,
    [
      env.ids.uuid(by.at),
      institutionId,
      fields.clreqid,
      fields.railtype,
      fields.sender,
      fields.recipient,
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

/** The destination of a rejected rail was not resolved. */
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
