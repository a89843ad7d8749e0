import { firstTxid } from '../chains/operations.ts'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import { machines, publicState } from '@specie/protocol/machines.ts'
import { formatAmount, parseAmount } from '@specie/protocol/money.ts'
import type { redeemTokens as RedeemTokens } from '@specie/protocol/supply.ts'
import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError } from '../base/http/errors.ts'
import { acting, type By } from '../base/machines.ts'
import { defined, once, rehearse, wasAsked } from '../base/requests.ts'
import { screen } from '../compliance/holds.ts'
import { Refused } from '../ledger/journal.ts'
import { postIn } from '../ledger/post.ts'
import { payableAccount } from './bank-account.ts'
import { availableOf, carrierOf, chargeOf, coinOf, fiatOf, par, quantityOf, spareOnChain } from './coin.ts'
import { proceeds, type Redemption, redemptionMachine, requested } from './redemption.ts'
import { burn } from './redemptions-burn.ts'
import { moveRows } from '../base/steps.ts'

type Asked = RequestOf<typeof RedeemTokens>
type Answer = ResponseOf<typeof RedeemTokens>
/** The answer as it is kept: without the hash of a transaction that is yet to be signed. */
type Kept = Omit<Answer, 'txid'> & { txid: string | null }
type Holder = { institutionId: string; actor: string }

/** Redeems coins: in one transaction the request, its coins on hold, and its place in line for the chain. */
export async function redeemTokens(env: Env, by: Holder, ask: Asked): Promise<{ answer: Answer; replayed: boolean }> {
  const asset = coinOf(ask.asset)
  const blockchain = await carrierOf(env, asset, ask.blockchain)
  const quantity = quantityOf(env, ask.quantity, asset)
  const { clreqid, validate, ...content } = ask
  const asked = { institutionId: by.institutionId, endpoint: 'redeemTokens', clreqid, content: defined(content) }
  assertMinimum(asset, quantity)
  const only = validate === 'true'
  const known = !only && (await wasAsked(env, asked))
  const bank =
    known || ask.bankaccount === undefined
      ? null
      : await payableAccount(env.db, by.institutionId, fiatOf(asset), ask.bankaccount)
  const order = { clreqid: clreqid ?? null, asset, blockchain, quantity, bank_account_id: bank?.id ?? null }
  const work = (tx: Tx) => request(env, tx, by, order)
  if (only) {
    const answer = await rehearse(env, work)
    return { answer: { ...answer, txid: '', requestid: '', validated: true }, replayed: false }
  }
  const { answer, replayed } = await once(env, asked, work)
  const txid = answer.txid ?? (await firstTxid(env, 'redemption', answer.requestid))
  return { answer: { ...answer, txid }, replayed }
}

function assertMinimum(asset: Redemption['asset'], quantity: bigint): void {
  const minimum = assets[asset].min_redeem!
  if (quantity >= parseAmount(minimum, asset).minor) return
  throw new ApiError(
    'min_amount_below_threshold',
    { minimum, asset },
    `The least that is redeemed is ${minimum} ${asset}.`,
  )
}

type Order = Pick<Redemption, 'clreqid' | 'asset' | 'blockchain' | 'quantity' | 'bank_account_id'>

async function request(env: Env, tx: Tx, caller: Holder, order: Order): Promise<Kept> {
  const by = { actor: caller.actor, why: 'asked for', at: env.clock.now() }
  const one = await insert(env, tx, caller.institutionId, order, by)
  await hold(env, tx, one)
  await assertOnChain(tx, one)
  const screening = await moveRows(tx, redemptionMachine, [one], 'screen', by)
  const held = await screen(env, tx, { kind: 'redemption', id: one.id, institutionId: caller.institutionId })
  const [after] =
    held === null
      ? await burn(env, tx, screening, by)
      : await moveRows(tx, redemptionMachine, screening, 'hold', { ...by, why: held.reason })
  return answerOf(env, after!)
}

async function insert(env: Env, tx: Tx, institutionId: string, order: Order, by: By): Promise<Redemption> {
  await acting(tx, by)
  const [one] = await tx.query<Redemption>(
    `insert into issuance.redemption (id, institution_id, clreqid, asset, blockchain, quantity, charge, bank_account_id,
       asked_settlement, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning *`,
    [
      env.ids.uuid(by.at),
      institutionId,
      order.clreqid,
      order.asset,
      order.blockchain,
      order.quantity,
      chargeOf(par(order.quantity), env.config.redeemFeeBps),
      order.bank_account_id,
      env.clock.settlement(),
      machines.redemption.initial,
      by.at,
    ],
  )
  return one!
}

async function hold(env: Env, tx: Tx, one: Redemption): Promise<void> {
  try {
    await postIn(env, tx, [requested(one)])
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'insufficient') throw error
    throw insufficient(one.asset, await availableOf(tx, one.institution_id, one.asset), one.quantity)
  }
}

/**
 * A balance is one for all chains, the omnibus wallet is not: on this one may lie less. Asked for while its coins are
 * held, so that two who ask at once see each other (their operations queue behind this lock).
 */
async function assertOnChain(tx: Tx, { asset, blockchain, quantity }: Redemption): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`omnibus ${blockchain}/${asset}`])
  const spare = await spareOnChain(tx, blockchain, asset)
  if (spare >= quantity) return
  throw insufficient(asset, spare < 0n ? 0n : spare, quantity, blockchain)
}

function insufficient(asset: AssetCode, available: bigint, needed: bigint, blockchain?: string): ApiError {
  const text = (minor: bigint) => formatAmount({ asset, minor })
  const details = { asset, available: text(available), needed: text(needed) }
  if (blockchain === undefined) return new ApiError('insufficient_balance', details)
  const message = `On ${blockchain} only ${details.available} ${asset} can be burned now: take another chain, or less.`
  return new ApiError('insufficient_balance', { ...details, blockchain }, message)
}

function answerOf(env: Env, one: Redemption): Kept {
  const text = (minor: bigint) => formatAmount({ asset: fiatOf(one.asset), minor })
  return {
    timestamp: env.clock.now().toISOString(),
    txid: one.state === 'burning' ? null : '',
    requestid: one.id,
    fee: text(one.charge),
    received: text(proceeds(one)),
    received_currency: fiatOf(one.asset),
    status: publicState(machines.redemption, one.state)!,
    validated: false,
  }
}
