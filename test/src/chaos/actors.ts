import { randomUUID } from 'node:crypto'
import { get, sandbox } from '../client.ts'
import { type Random, oneOf } from '../seeded-random.ts'
import { callByDoor } from './credentials.ts'
import { openThings } from './lists.ts'
import { ask, chains, coins, count, type Institution, isStopped, note, patiently, type World } from './world.ts'

// The actions of institutions, over the signed API, and external events for them. Every amount is unique, to the cent: it
// identifies its operation at the end.

type Action = (world: World, one: Institution) => Promise<string>

/** This amount plus a unique number of cents. */
export const amountFrom = ({ pick, next }: Pick<World, 'pick' | 'next'>, least: number, range: number): string => {
  const cents = next()
  return `${least + pick(range) + Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

const freeWallet = ({ pick }: World, one: Institution, use: string) =>
  oneOf(
    pick,
    one.wallets.filter(({ label }) => label.startsWith(use)),
  )

const outputOf = ({ status, body }: { status: number; body: any }): string =>
  status === 200 ? 'taken' : `${status} ${body?.code ?? body?.message ?? ''}`

const signed = async (world: World, one: Institution, name: string, fields: Record<string, string>) =>
  outputOf(await ask(world, one, name, { clreqid: randomUUID(), ...fields }))

/** Sandbox calls have no client id: an unanswered one may have happened, which the outside world shows. */
const reported = async ({ uat }: World, path: string, body: object) =>
  outputOf(await sandbox(uat.service.origin, path, body).catch(() => ({ status: 0, body: { code: 'no answer' } })))

const mintTo =
  (over: (world: World, one: Institution) => Record<string, string>): Action =>
  (world, one) => {
    const asset = oneOf(world.pick, coins)
    const blockchain = oneOf(world.pick, chains)
    const quantity = amountFrom(world, 1_000, 4_000)
    return signed(world, one, 'mintTokens', { asset, blockchain, quantity, ...over(world, one) })
  }

const toWallet = (world: World, one: Institution) => {
  const { chain, label } = freeWallet(world, one, 'mint')
  return { blockchain: chain, destination: label }
}

const redeem =
  (toBank: boolean): Action =>
  (world, one) => {
    const asset = oneOf(world.pick, coins)
    const bank = toBank ? { bankaccount: `redemption ${asset.slice(1)}` } : {}
    const blockchain = oneOf(world.pick, chains)
    return signed(world, one, 'redeemTokens', { asset, blockchain, quantity: amountFrom(world, 300, 900), ...bank })
  }

const withdrawCoins: Action = (world, one) => {
  const { chain, label } = freeWallet(world, one, 'withdrawal')
  const asset = oneOf(world.pick, coins)
  const quantity = amountFrom(world, 300, 900)
  return signed(world, one, 'withdraw', { asset, blockchain: chain, quantity, destination: label })
}

const withdrawFiat: Action = (world, one) => {
  const asset = oneOf(world.pick, ['CHF', 'GBP'])
  return signed(world, one, 'withdraw', {
    asset,
    quantity: amountFrom(world, 500, 5_000),
    destination: `payout ${asset}`,
  })
}

const cancel: Action = async (world, one) => {
  const open = (await openThings(world, one)).filter(
    ({ kind, status }) => (kind === 'withdrawal' || kind === 'payout') && status === 'pending',
  )
  if (open.length === 0) return 'nothing to cancel'
  return signed(world, one, 'cancelWithdrawal', { withdrawalid: oneOf(world.pick, open).id })
}

/** Some have an unknown owner, come from a third party, or are recalled by their bank. */
const wire: Action = (world, one) => {
  const { pick } = world
  const drawn = oneOf(pick, [{}, {}, {}, {}, { reference: '' }, { sendername: 'Somebody Else Ltd' }, { recall: true }])
  // The bank pays a wire twice if it is returned and recalled at the same time, a case for people.
  const odd = one.standing === 'offboarded' && 'recall' in drawn ? {} : drawn
  const { institutionid } = one.client
  const currency = oneOf(pick, ['CHF', 'GBP'])
  return reported(world, 'wires', { institutionid, currency, amount: amountFrom(world, 1_000, 9_000), ...odd })
}

const deposit: Action = (world, one) => {
  const { pick } = world
  const { institutionid } = one.client
  const crypto = [
    { asset: 'ETH', blockchain: 'ETH', quantity: '3' },
    { asset: 'USDC', blockchain: 'ETH', quantity: amountFrom(world, 1_000, 3_000) },
  ]
  const coin = {
    asset: oneOf(pick, coins),
    blockchain: oneOf(pick, chains),
    quantity: amountFrom(world, 500, 3_000),
  }
  const what = pick(4) === 0 ? oneOf(pick, crypto) : coin
  return reported(world, 'deposits', { institutionid, ...what })
}

const railPayment =
  (isOn: boolean): Action =>
  async (world, one) => {
    // A payer of an off-ramp in UAT first waits for coins: for half a minute on a stalled chain.
    if (!isOn) for (const chain of chains) await patiently(() => world.uat.devnet!.control(chain, 'resume'))
    const { railid } = oneOf(
      world.pick,
      one.rails.filter((rail) => rail.isOn === isOn),
    )
    const odd = isOn && world.pick(6) === 0 ? { sendername: 'Somebody Else Ltd' } : {}
    return reported(world, 'payments', { railid, amount: amountFrom(world, 1_000, 4_000), ...odd })
  }

const markets = [
  { symbol: 'VCHF/CHF', most: 5_000 },
  { symbol: 'VGBP/GBP', most: 5_000 },
  { symbol: 'ETH/CHF', most: 10 },
  { symbol: 'ETH/GBP', most: 10 },
  { symbol: 'USDC/CHF', most: 5_000 },
  { symbol: 'VCHF/VGBP', most: 3_000 },
] as const

/** At the current best price: a party that quotes too low is bought from. */
const order: Action = async (world, one) => {
  const { pick } = world
  const { symbol, most } = oneOf(pick, markets)
  const side = oneOf(pick, ['Buy', 'Buy', 'Sell'])
  const price = await priceOf(world, symbol, side)
  if (price === null) return 'no price'
  const qty = symbol.startsWith('ETH') ? `${1 + pick(most)}` : `${100 + pick(most)}.25`
  return orderAt(world, one, { symbol, side, qty, price })
}

type TradeRequest = { symbol: string; side: string; qty: string; price: string }

/** Returns `filled`, or why not. */
export async function orderAt(world: World, one: Institution, { qty, ...order }: TradeRequest): Promise<string> {
  const { status, body } = await ask(world, one, 'addOrder', {
    timestamp: new Date().toISOString(),
    clordid: randomUUID(),
    ordtype: 'Limit',
    timeinforce: 'FOK',
    orderqty: qty,
    ...order,
  })
  return status === 200 ? (body.error?.code ?? 'filled') : outputOf({ status, body })
}

async function priceOf({ uat }: World, symbol: string, side: string): Promise<string | null> {
  const url = `${uat.service.origin}/api/v1/client/quotes?symbol=${symbol}`
  const { status, body } = await patiently(() => get(url))
  const best = status === 200 ? body.quotes[0] : null
  return (side === 'Buy' ? best?.a : best?.b)?.[0] ?? null
}

const convert: Action = (world, one) => {
  const [from, to] = oneOf(world.pick, [
    ['CHF', 'ETH'],
    ['CHF', 'VCHF'],
    ['GBP', 'VGBP'],
    ['USDC', 'CHF'],
    ['VCHF', 'USDC'],
  ] as const)
  return convertFor(world, one, from, to, `${200 + world.pick(2_000)}`)
}

export async function convertFor(
  world: World,
  one: Institution,
  from_currency: string,
  to_currency: string,
  quantity: string,
): Promise<string> {
  const fields = { from_currency, to_currency, quantity, min_received: '0', clreqid: randomUUID() }
  const { status, body } = await ask(world, one, 'convert', fields)
  return status === 200 ? (body.reason ?? body.status) : outputOf({ status, body })
}

const quoteAndTake: Action = async (world, one) => {
  const { symbol } = oneOf(world.pick, markets)
  const orderqty = symbol.startsWith('ETH') ? '2' : '500'
  const fields = { symbol, side: 'Buy', orderqty, clreqid: randomUUID() }
  const quote = await ask(world, one, 'requestQuote', fields)
  if (quote.status !== 200) return outputOf(quote)
  return signed(world, one, 'convert', { quoteid: quote.body.quoteid })
}

const anotherWayIn: Action = (world, one) => {
  const asset = oneOf(world.pick, coins)
  const blockchain = oneOf(world.pick, chains)
  const coinsOf = (least: number) => ({ asset, blockchain, quantity: amountFrom(world, least, 900) })
  const [from_currency, to_currency] = oneOf(world.pick, [
    ['CHF', 'VCHF'],
    ['GBP', 'VGBP'],
  ] as const)
  const exchange = { from_currency, to_currency, quantity: `${200 + world.pick(500)}`, min_received: '0' }
  const [name, fields] = oneOf(world.pick, [
    ['mintTokens', coinsOf(1_000)],
    ['redeemTokens', coinsOf(300)],
    ['convert', exchange],
  ] as const)
  return callByDoor(world, one, name, fields)
}

/** The relative frequency of each. */
const actions: readonly (readonly [name: string, weight: number, deed: Action])[] = [
  ['wire', 8, wire],
  ['deposit', 8, deposit],
  ['mint to the balance', 7, mintTo(() => ({}))],
  ['mint to a wallet', 7, mintTo(toWallet)],
  ['mint by trade', 3, mintTo((world, one) => ({ ...toWallet(world, one), fulfilment: 'trade' }))],
  ['mint paid in crypto', 3, mintTo(({ pick }) => ({ funding_currency: oneOf(pick, ['ETH', 'USDC']) }))],
  ['redeem to the balance', 5, redeem(false)],
  ['redeem to the bank', 6, redeem(true)],
  ['withdraw coins', 9, withdrawCoins],
  ['withdraw fiat', 8, withdrawFiat],
  ['cancel', 2, cancel],
  ['on-ramp', 8, railPayment(true)],
  ['off-ramp', 6, railPayment(false)],
  ['order', 12, order],
  ['convert', 4, convert],
  ['quote', 3, quoteAndTake],
  ['another way in', 9, anotherWayIn],
]

const all = actions.flatMap(([name, weight, deed]) => Array.from({ length: weight }, () => ({ name, deed })))

/** A stopped institution tries less often: it is refused, and the others continue. */
function actorOf({ pick, institutions }: World): Institution {
  const drawn = oneOf(pick, institutions)
  const isOther = pick(3) > 0
  const others = institutions.filter((one) => !isStopped(one))
  return isStopped(drawn) && isOther ? oneOf(pick, others) : drawn
}

/** One random operation of an institution, with its own randomness, so that the plan does not depend on timing. */
export async function act(whole: World, chance: Random): Promise<void> {
  const world = { ...whole, pick: chance }
  const { name, deed } = oneOf(world.pick, all)
  const one = actorOf(world)
  const answer = await deed(world, one)
  count(world, `${name}: ${answer}`)
  note(world, `${one.name} ${name}: ${answer}`)
}
