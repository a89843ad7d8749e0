import { get } from '../client.ts'
import { oneOf } from '../seeded-random.ts'
import { convertFor, orderAt } from './actors.ts'
import { callControl } from './control.ts'
import { count, patiently, type World } from './world.ts'

// Temporarily absurd prices, and a client who accepts them at once.

/** The anchors of UAT's provider, and absurd prices. */
const shocks = [
  { symbol: 'ETH/CHF', true: '2950', absurd: '3', side: 'Buy', qty: '15' },
  { symbol: 'ETH/GBP', true: '2622.2', absurd: '90000', side: 'Sell', qty: '10' },
  { symbol: 'USDC/CHF', true: '0.885', absurd: '0.02', side: 'Buy', qty: '30000' },
] as const

/** A reference rate that contradicts every cross rate, until `calmPrices`. */
export async function shock(world: World): Promise<string> {
  const { symbol, absurd, side, qty } = oneOf(world.pick, shocks)
  await callControl(world, 'provider/control/rates', { symbol, price: absurd, frozen: true })
  const taken = await exploit(world, symbol, Number(absurd), side, qty)
  return `price shock ${symbol} ${absurd}: ${taken}`
}

const books = {
  'ETH/CHF': { bid: '3', ask: '3.1', qty: '20' },
  'VCHF/CHF': { bid: '0.5', ask: '0.51', qty: '20000' },
} as const

/** One venue quotes far too low; the rest of the market is unchanged. */
export async function absurdVenue(world: World): Promise<string> {
  const symbol = oneOf(world.pick, Object.keys(books) as (keyof typeof books)[])
  const { bid, ask, qty } = books[symbol]
  const venue = oneOf(world.pick, ['alpha', 'beta'])
  await callControl(world, 'lp/control/book', { venue, symbol, bids: [[bid, qty]], asks: [[ask, qty]] })
  const taken = await exploit(world, symbol, Number(ask), 'Buy', qty)
  return `${venue} quotes ${symbol} at ${ask}: ${taken}`
}

const patienceMs = 8_000

/** Waits until a similar price is public, and accepts it. */
async function exploit(world: World, symbol: string, absurd: number, side: string, qty: string): Promise<string> {
  const isAbsurd = (price: number) => price > absurd / 1.5 && price < absurd * 1.5
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const url = `${world.uat.service.origin}/api/v1/client/quotes?symbol=${symbol}`
    const { body } = await patiently(() => get(url))
    const best = (side === 'Buy' ? body.quotes?.[0]?.a : body.quotes?.[0]?.b)?.[0]
    if (best === undefined) {
      const answer = await blindly(world, symbol, absurd, side, qty)
      return `not quoted, ${answer}`
    }
    if (isAbsurd(Number(best))) {
      const one = oneOf(world.pick, world.institutions)
      const answer = await orderAt(world, one, { symbol, side, qty, price: best })
      const [base, quote] = symbol.split('/') as [string, string]
      const converted = side === 'Buy' ? await convertFor(world, one, quote, base, '1000') : 'none'
      count(world, `attack at an absurd price: ${answer}, convert ${converted}`)
      return `shown, ${answer}`
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return 'never shown'
}

/** The pair shows no price; an order at the absurd price is still sent. */
async function blindly(world: World, symbol: string, absurd: number, side: string, qty: string): Promise<string> {
  return orderAt(world, oneOf(world.pick, world.institutions), { symbol, side, qty, price: String(absurd) })
}

export async function calmPrices(world: World): Promise<void> {
  for (const { symbol, true: price } of shocks)
    await callControl(world, 'provider/control/rates', { symbol, price, frozen: false })
  for (const venue of ['alpha', 'beta'])
    for (const symbol of Object.keys(books)) await callControl(world, 'lp/control/book', { venue, symbol })
}
