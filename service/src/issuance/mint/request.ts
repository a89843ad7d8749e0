import type { AssetCode } from '@specie/protocol/assets.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { machines, publicState } from '@specie/protocol/machines.ts'
import { formatAmount, MoneyError, parseAmount } from '@specie/protocol/money.ts'
import type { mintTokens as MintTokens } from '@specie/protocol/endpoints/supply.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'
import { withFaultPoint } from '../../base/faults.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import {
  type IdempotentRequest as Request,
  requestOf,
  isDryRun,
  once,
  dryRun,
  type Answered,
  isAnsweredRequest,
} from '../../base/idempotency/once.ts'
import { moveRows, byService } from '../../base/state-machine/transitions.ts'
import { onceInBatch } from '../../base/idempotency/batch.ts'
import { haltOf } from '../../chains/outbox/operations.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import { assertReliable } from '../../chains/trouble/reliable.ts'
import { holdView } from '../../compliance/hold-view.ts'
import { type Look, screen } from '../../compliance/screening.ts'
import { assertNotOurs, whitelistedWallet } from '../../destinations/address/row.ts'
import { assertUsable } from '../../destinations/address/usable.ts'
import { type Asking, askSecondPerson, type Payment } from '../../access/payment-approval.ts'
import { availableOf } from '../../ledger/balances.ts'
import { house } from '../../ledger/house.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { isShort } from '../../ledger/posting/shortage.ts'
import { minimumWorth } from '../../markets/rate/rates.ts'
import { chargeOf, coinCodes, coinsFor, fiatOf, par } from '../../ledger/coin.ts'
import { chainOf } from '../../treasury/crypto.ts'
import { lockCoins, omnibusAddress, placeOf, promisable, shortOnChain } from '../../treasury/holdings.ts'
import { type Coins, coinsOf, operationMaximum } from '../supply-change.ts'
import { beginConversion, indicativeCost, isFiat, isSellable } from './funding/row.ts'
import { isConverted, type Mint, mintMachine, requested } from './row.ts'
import { sendMints } from './send.ts'
import { explain, signed, type Unsigned, validated } from '../request.ts'

type MintRequest = RequestOf<typeof MintTokens>
type Answer = ResponseOf<typeof MintTokens>
export type Minter = Asking & { agreements: readonly string[] }

/**
 * Mints coins: in one transaction the request, its money on hold and, where nothing stands in the way, its place in
 * line for the chain.
 */
export async function mintTokens(env: Env, by: Minter, ask: MintRequest): Promise<Answered<Answer>> {
  const coins = await coinsOf(env, ask)
  const asked = requestOf(by.institutionId, 'mintTokens', ask)
  // What may change between two calls is not looked at again for one that has its answer (O2).
  const order = (await isAnsweredRequest(env, asked)) ? null : await orderOf(env, by, ask, coins)
  const { answer, replayed } = isDryRun(ask)
    ? await validated(env, 'mint', await rehearsed(env, asked, by, order), [operationMaximum(env, coins.asset)])
    : await signed(env, 'mint', asked, await asking(env, asked, by, order))
  // Told of a receipt from the past too: it never changes.
  return { answer: { ...answer, estimated: answer.spent_currency !== fiatOf(coins.asset) }, replayed }
}

type Receipt = Omit<Unsigned<Answer>, 'estimated'>

/** Without an order it has its answer. */
function asking(env: Env, asked: Request, by: Minter, order: Order | null): Promise<Answered<Receipt>> {
  if (order === null) return once(env, asked, neverAgain)
  return withFaultPoint(env, 'mint.requested', () => mintsOf(env)(asked, { caller: by, order }))
}

function rehearsed(env: Env, asked: Request, by: Minter, order: Order | null): Promise<Answered<Receipt>> {
  if (order === null) return dryRun(env, asked, neverAgain)
  return dryRun(env, asked, async (tx) => (await request(env, tx, [{ caller: by, order }], 'rehearsal'))[0]!)
}

const neverAgain = (): Promise<Receipt> => {
  throw new Error('this mint has its answer: it is not asked for again')
}

const mostTogether = 100

/**
 * Those who ask at the same moment share a transaction. Each for itself they would wait for each other all the same, for
 * the reserve is one (L5), and hold a connection meanwhile: 35 mints a second, and none left for anybody else.
 */
const mintsOf = perProcess((env) =>
  onceInBatch<Wanted, Receipt>(env, mostTogether, (tx, wanted) => request(env, tx, wanted)),
)

type Order = Coins &
  Pick<
    Mint,
    | 'clreqid'
    | 'destination'
    | 'address'
    | 'address_id'
    | 'cost'
    | 'charge'
    | 'funding_currency'
    | 'spent'
    | 'spread'
    | 'max_spent'
  > & { fulfilment: 'auto' | Mint['fulfilment'] }

/** Everything that can be known before money moves, in the order of the checks. */
async function orderOf(env: Env, by: Minter, ask: MintRequest, coins: Coins): Promise<Order> {
  const { asset, blockchain, quantity } = coins
  await assertReliable(env, env.db, blockchain)
  await assertMinimum(env, coins)
  const wallet =
    ask.destination === undefined
      ? { id: null, label: null, address: await omnibusAddress(env.db, blockchain) }
      : await whitelistedWallet(env.db, by.institutionId, blockchain, ask.destination)
  const charge = chargeOf(par(quantity), env.config.mintFeeBps)
  const cost = par(quantity) + charge
  return {
    ...coins,
    clreqid: ask.clreqid ?? null,
    destination: wallet.label,
    address: wallet.address,
    address_id: wallet.id,
    fulfilment: ask.fulfilment ?? 'auto',
    cost,
    charge,
    ...(await fundingOf(env, by, ask, fiatOf(asset), cost)),
  }
}

/** The smallest issuance in the coin, at the reference rate of now. */
export async function smallestMint(env: Env, asset: CoinCode): Promise<{ minimum: bigint; rate: string }> {
  const { minor, rate } = await minimumWorth(env, BigInt(env.config.mintMinimum) * 100n, fiatOf(asset))
  return { minimum: coinsFor(minor), rate }
}

async function assertMinimum(env: Env, { asset, quantity }: Coins): Promise<void> {
  const { minimum, rate } = await smallestMint(env, asset)
  if (quantity >= minimum) return
  const [smallest, given] = [minimum, quantity].map((minor) => formatAmount({ asset, minor }))
  throw new ApiError(
    'min_amount_below_threshold',
    { minimum: smallest, asset, rate, minimum_gbp: String(env.config.mintMinimum) },
    `The smallest issuance is GBP ${env.config.mintMinimum}; you asked for ${given} ${asset}.`,
  )
}

/** What pays; where it must be sold first, `spent` is what that would take now. */
async function fundingOf(env: Env, by: Minter, ask: MintRequest, fiat: 'CHF' | 'GBP', cost: bigint) {
  const symbol = ask.funding_currency ?? fiat
  if (symbol === fiat) {
    ceilingOf(ask, fiat, cost)
    return { funding_currency: fiat, spent: cost, spread: 0n, max_spent: null }
  }
  if (!isSellable(symbol)) {
    const message = `A mint of this coin is paid in CHF, GBP, BTC, ETH or USDC.`
    throw new ApiError('unknown_asset', { field: 'funding_currency', asset: symbol }, message)
  }
  if (!isFiat(symbol)) {
    if (!by.agreements.includes('crypto_conversion')) {
      throw new ApiError('agreement_missing', { reason: 'not_active', agreement: 'crypto_conversion' })
    }
    await assertReliable(env, env.db, chainOf(symbol))
  }
  const { sold, spread } = await indicativeCost(env, { sell: symbol, buy: fiat, bought: cost })
  const usual = (sold * BigInt(10_000 + env.config.mintFundingToleranceBps) + 9_999n) / 10_000n
  return { funding_currency: symbol, spent: sold, spread, max_spent: ceilingOf(ask, symbol, sold) ?? usual }
}

/** The ceiling that the client names; null when it names none. */
function ceilingOf({ max_spent: text }: MintRequest, asset: AssetCode, estimate: bigint): bigint | null {
  if (text === undefined) return null
  const most = numberOf(text, asset)
  if (most >= estimate) return most
  const needed = formatAmount({ asset, minor: estimate })
  throw badRequest(
    'below_estimate',
    `It takes ${needed} ${asset} at the moment: \`max_spent\` is below that.`,
    'max_spent',
  )
}

function numberOf(text: string, asset: AssetCode): bigint {
  try {
    return parseAmount(text, asset).minor
  } catch (error) {
    if (error instanceof MoneyError) throw badRequest(error.rule, `\`max_spent\`: ${error.message}`, 'max_spent')
    throw error
  }
}

type Wanted = { readonly caller: Minter; readonly order: Order }

/** All of them or, when one is refused, none. */
async function request(env: Env, tx: Tx, wanted: readonly Wanted[], look: Look = 'request'): Promise<Receipt[]> {
  const at = env.clock.now()
  const halts = new Map<Mint['asset'], string | null>()
  for (const coin of coinCodes) halts.set(coin, await haltOf(tx, coin))
  // All locks before the first promise, in their order: two requests must not wait for each other.
  const isOffered = ({ order }: Wanted) => mayBeTraded(order, halts) && order.destination !== null
  await lockCoins(
    tx,
    wanted.filter(isOffered).map(({ order }) => placeOf(order)),
  )
  await assertUsable(
    tx,
    wanted.flatMap(({ order }) => order.address_id ?? []),
  )
  const mints: Mint[] = []
  for (const { caller, order } of wanted) {
    // Looked at before the transaction; what has become ours since then is refused in it.
    if (order.destination !== null) await assertNotOurs(tx, order.blockchain, order.address)
    const decided = { ...order, fulfilment: await fulfilmentOf(tx, order, halts) }
    const mint = await insert(env, tx, caller.institutionId, decided, { actor: caller.actor, why: 'asked for', at })
    if (mint.second_person) await askSecondPerson(env, tx, 'member.mint', caller, paymentOf(mint))
    mints.push(mint)
  }
  const [first] = mints as [Mint]
  // Among many nobody can say whose money is short: each will be told alone.
  const short = (error: unknown) => {
    if (mints.length > 1) throw error
    // Sold to somebody else since `fulfilmentOf` looked.
    if (isShort(error, house)) throw outOfStock(wanted[0]!.order)
    return explain(error, tx, first.institution_id, fiatOf(first.asset), first.cost)
  }
  const holds = await screen(env, tx, 'mint', mints, look)
  const carried = await carryOn(env, tx, mints, holds, byService(env, 'asked for')).catch(short)
  const now = new Map(carried.map((mint) => [mint.id, mint]))
  return mints.map(({ id }) => answerOf(env, now.get(id)!, holdView(holds.get(id))))
}

const paymentOf = ({ id, asset, quantity, blockchain, destination, address }: Mint): Payment => ({
  id,
  asset,
  quantity,
  blockchain,
  destination: destination!,
  paidTo: address,
})

type Holds = Awaited<ReturnType<typeof screen>>

/** From the request as far as nothing holds it up. What must be sold first is held when it is there: conversion/row.ts. */
async function carryOn(env: Env, tx: Tx, mints: readonly Mint[], holds: Holds, by: By): Promise<Mint[]> {
  const carried: Mint[] = []
  for (const mint of mints.filter(({ id }) => holds.has(id))) {
    carried.push(await hold(env, tx, mint, { ...by, why: holds.get(mint.id)!.reason }))
  }
  const free = mints.filter(({ id }) => !holds.has(id))
  const funding = await moveRows(tx, mintMachine, free.filter(isConverted), 'fund', by)
  for (const mint of funding) await beginConversion(env, tx, mint)
  const paid = free.filter((mint) => !isConverted(mint))
  const screening = await moveRows(tx, mintMachine, paid, 'screen', by)
  const funded = await moveRows(tx, mintMachine, screening, 'clear', by)
  return [...carried, ...funding, ...(await sendMints(env, tx, funded, by, paid.map(requested)))]
}

async function hold(env: Env, tx: Tx, mint: Mint, by: By): Promise<Mint> {
  if (!isConverted(mint)) await postIn(env, tx, [requested(mint)])
  const screening = await moveRows(tx, mintMachine, [mint], 'screen', by)
  return (await moveRows(tx, mintMachine, screening, 'hold', by))[0]!
}

type Halts = ReadonlyMap<Mint['asset'], string | null>

/** The house sells coins of its own where that is asked for, or where minting is halted. */
const mayBeTraded = ({ fulfilment, asset }: Order, halts: Halts): boolean =>
  fulfilment === 'trade' || (fulfilment === 'auto' && halts.get(asset) !== null)

/** New coins, unless they cannot be and the house has some. Halts are read in the transaction of the effect. */
async function fulfilmentOf(tx: Tx, order: Order, halts: Halts): Promise<Mint['fulfilment']> {
  const { fulfilment, asset, quantity, destination } = order
  if (fulfilment !== 'trade' && halts.get(asset) === null) return 'issuance'
  if (fulfilment === 'issuance') throw halted(asset)
  const inStock = (await availableOf(tx, house, asset)) >= quantity
  const room = inStock && destination !== null ? await promisable(tx, placeOf(order)) : quantity
  if (inStock && room >= quantity) return 'trade'
  if (inStock && fulfilment === 'trade') throw shortOnChain(placeOf(order), room, quantity)
  throw outOfStock(order)
}

const halted = (asset: Mint['asset']): ApiError =>
  new ApiError('halted', { what: `mint:${asset}` }, `Minting of ${asset} is halted.`)

/** With `auto`, the house is asked only because new coins cannot be minted. */
function outOfStock({ fulfilment, asset }: Order): ApiError {
  if (fulfilment === 'auto') return halted(asset)
  const message = `The house has not so many ${asset} of its own to sell now: ask for issuance, or for less.`
  return new ApiError('max_amount_exceeded', {}, message)
}

async function insert(
  env: Env,
  tx: Tx,
  institutionId: string,
  order: Omit<Order, 'fulfilment'> & Pick<Mint, 'fulfilment'>,
  by: By,
): Promise<Mint> {
  await setActor(tx, by)
  const [mint] = await tx.query<Mint>(
    `insert into issuance.mint (id, institution_id, clreqid, asset, blockchain, quantity, fulfilment, destination, address,
       cost, charge, funding_currency, spent, spread, max_spent, asked_settlement, state, created_at, updated_at, address_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19) returning *`,
    [
      env.ids.uuid(by.at),
      institutionId,
      order.clreqid,
      order.asset,
      order.blockchain,
      order.quantity,
      order.fulfilment,
      order.destination,
      order.address,
      order.cost,
      order.charge,
      order.funding_currency,
      order.spent,
      order.spread,
      order.max_spent,
      env.clock.settlement(),
      machines.mint.initial,
      by.at,
      order.address_id,
    ],
  )
  return mint!
}

function answerOf(env: Env, mint: Mint, hold: Receipt['hold']): Receipt {
  return {
    timestamp: env.clock.now().toISOString(),
    txid: mint.state === 'sending' ? null : '',
    requestid: mint.id,
    fee: formatAmount({ asset: fiatOf(mint.asset), minor: mint.charge + mint.spread }),
    fee_currency: fiatOf(mint.asset),
    spent: formatAmount({ asset: mint.funding_currency, minor: mint.spent }),
    spent_currency: mint.funding_currency,
    destination: mint.destination,
    address: mint.destination === null ? null : mint.address,
    max_spent: formatAmount({ asset: mint.funding_currency, minor: mint.max_spent ?? mint.spent }),
    status: publicState(machines.mint, mint.state)!,
    hold,
    validated: false,
  }
}
