import { assets } from '@specie/protocol/assets.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { machines, publicState } from '@specie/protocol/machines.ts'
import { formatAmount, parseAmount } from '@specie/protocol/money.ts'
import type { redeemTokens as RedeemTokens } from '@specie/protocol/endpoints/supply.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import { requestOf, isDryRun, once, dryRun, type Answered, isAnsweredRequest } from '../../base/idempotency/once.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { assertReliable } from '../../chains/trouble/reliable.ts'
import { limitsOn } from '../../compliance/limit/left.ts'
import { holdView } from '../../compliance/hold-view.ts'
import { lockMovements } from '../../compliance/rule/evaluate.ts'
import { activeHold, type ScreeningMode, screenRows } from '../../compliance/screening.ts'
import { availableOf } from '../../ledger/balances.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { type PaymentRequester, requestSecondPerson, type Payment } from '../../access/payment-approval.ts'
import { type BankAccount, payableAccount } from '../../destinations/bank-account/row.ts'
import { chargeOf, fiatOf, par } from '../../ledger/coin.ts'
import { coinsOnChain, placeOf, promisable, shortOnChain } from '../../treasury/holdings.ts'
import { type Coins, coinsOf, operationMaximum } from '../supply-change.ts'
import { proceeds, type Redemption, redemptionMachine, requested } from './row.ts'
import { burn } from './burn.ts'
import { explain, signed, type Unsigned, validated } from '../request.ts'

type RedeemRequest = RequestOf<typeof RedeemTokens>
type Answer = ResponseOf<typeof RedeemTokens>
type Holder = PaymentRequester

/** Redeems coins. One transaction stores the request, holds the coins and enqueues the burn. */
export async function redeemTokens(env: Env, by: Holder, fields: RedeemRequest): Promise<Answered<Answer>> {
  const coins = await coinsOf(env, fields)
  assertMinimum(coins)
  const idempotent = requestOf(by.institutionId, 'redeemTokens', fields)
  // A repeated request gets its answer without new checks, because the facts may have changed (O2).
  const order = (await isAnsweredRequest(env, idempotent)) ? null : await orderOf(env, by, fields, coins)
  const look = isDryRun(fields) ? 'rehearsal' : 'request'
  const work = (tx: Tx) => request(env, tx, by, order!, look)
  if (!isDryRun(fields)) return signed(env, 'redemption', idempotent, await once(env, idempotent, work))
  const balance = await availableOf(env.db, by.institutionId, coins.asset)
  const limits = [
    operationMaximum(env, coins.asset),
    await coinsOnChain(env.db, placeOf(coins), balance),
    ...(await limitsOn(env.db, by.institutionId, 'redeem', [coins.asset])),
  ]
  return validated(env, 'redemption', await dryRun(env, idempotent, work), limits)
}

function assertMinimum({ asset, quantity }: Coins): void {
  const minimum = assets[asset].min_redeem!
  if (quantity >= parseAmount(minimum, asset).minor) return
  throw new ApiError(
    'min_amount_below_threshold',
    { minimum, asset },
    `The smallest redemption is ${minimum} ${asset}.`,
  )
}

type Order = Coins & Pick<Redemption, 'clreqid' | 'bank_account_id'> & { account: BankAccount | null }

async function orderOf(env: Env, by: Holder, fields: RedeemRequest, coins: Coins): Promise<Order> {
  await assertReliable(env, env.db, coins.blockchain)
  const { bankaccount, clreqid = null } = fields
  if (bankaccount === undefined) return { ...coins, clreqid, bank_account_id: null, account: null }
  const account = await payableAccount(env.db, by.institutionId, fiatOf(coins.asset), bankaccount, 'bankaccount')
  return { ...coins, clreqid, bank_account_id: account.id, account }
}

async function request(env: Env, tx: Tx, caller: Holder, order: Order, look: ScreeningMode): Promise<Unsigned<Answer>> {
  const by = { actor: caller.actor, why: 'asked for', at: env.clock.now() }
  const place = placeOf(order)
  const room = await promisable(tx, place) // under its lock, and without this redemption
  await lockMovements(tx, caller.institutionId) // before the balance, as other items lock them
  const one = await insert(env, tx, caller.institutionId, order, by)
  const short = (error: unknown) => explain(error, tx, one.institution_id, one.asset, one.quantity)
  await postIn(env, tx, [requested(one)]).catch(short)
  // The balance is the sum over all chains; this chain may hold less.
  if (room < one.quantity) throw shortOnChain(place, room, one.quantity)
  if (one.second_person) await requestSecondPerson(env, tx, 'member.redemption', caller, paymentOf(one, order.account!))
  const screening = await moveRows(tx, redemptionMachine, [one], 'screen', by)
  const { clear, held } = await screenRows(env, tx, 'redemption', redemptionMachine, screening, by, look)
  const [after] = [...held, ...(await burn(env, tx, clear, by))]
  const hold = holdView((await activeHold(tx, [one.id])).get(one.id))
  return answerOf(env, after!, order.account, hold)
}

const paymentOf = ({ id, asset, quantity, blockchain }: Redemption, to: BankAccount): Payment => ({
  id,
  asset,
  quantity,
  blockchain,
  destination: to.label,
  paidTo: to.identifier,
})

async function insert(env: Env, tx: Tx, institutionId: string, order: Order, by: By): Promise<Redemption> {
  await setActor(tx, by)
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

function answerOf(env: Env, one: Redemption, account: BankAccount | null, hold: Answer['hold']): Unsigned<Answer> {
  const text = (minor: bigint) => formatAmount({ asset: fiatOf(one.asset), minor })
  return {
    timestamp: env.clock.now().toISOString(),
    txid: one.state === 'burning' ? null : '',
    requestid: one.id,
    fee: text(one.charge),
    fee_currency: fiatOf(one.asset),
    received: text(proceeds(one)),
    received_currency: fiatOf(one.asset),
    destination: account?.label ?? null,
    identifier: account?.identifier ?? null,
    status: publicState(machines.redemption, one.state)!,
    hold,
    validated: false,
  }
}
