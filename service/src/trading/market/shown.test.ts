import { assets } from '@specie/protocol/assets.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import { type Random, drawnSeed, seeded } from '@specie/test/seeded-random.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { endow, institutionWith, order, setBook } from '@specie/test/trading.ts'
import { worth } from '@specie/test/trading/smallest.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { house } from '../../ledger/house.ts'
import type { Quote } from './fill-or-kill.ts'
import { allPairs, type Pair, pairOf } from './pair.ts'
import { bestQuotes, ladderOf } from './quotes.ts'
import { bestLevel, shown } from './shown.ts'

// Desk and venues at random: order/rounding.test.ts. Here over the service, on books as an integrator sets them in UAT.

let database: TestDatabase
let env: Env
let acme: string

const much = { CHF: '1000000000', GBP: '1000000000', VCHF: '1000000000', VGBP: '1000000000', USDC: '1000000000' }
const rich = { ...much, BTC: '100000', ETH: '1000000' }

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  await endow(env, house, rich)
  acme = await institutionWith(env, database, rich)
})

afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})

/** Bids and asks one unit of the last decimal to ten basis points apart; sometimes one side only. */
function narrowBook(pick: Random, pair: Pair) {
  const usual = Math.round((worth[pair.base]! / worth[pair.quote]!) * 10 ** pair.priceDecimals)
  const bid = pair.par === null ? BigInt(usual + pick(Math.ceil(usual / 10))) : pair.par - BigInt(pick(3))
  const least = pair.par === null || bid === pair.par ? bid + 1n : pair.par
  const ask = least + BigInt(pick(Number(bid / 1_000n)))
  const level = (price: bigint) => [formatMinor(price, pair.priceDecimals), '1000'] as const
  const isOneSided = pick(5) === 0
  return { bids: [level(bid)], asks: isOneSided ? [] : [level(ask)] }
}

const sizes = (pick: Random, { minimum, step, base }: Pair): string[] =>
  [minimum, minimum + step, minimum + step * BigInt(pick(5_000))].map((qty) => formatMinor(qty, assets[base].decimals))

test.each([1, drawnSeed()])(
  'an order at exactly the displayed price is filled, in every pair, on both sides, from the smallest on (seed %i)',
  async (seed) => {
    const pick = seeded(seed)
    const refused: string[] = []
    for (const pair of allPairs) {
      const { symbol } = pair
      await setBook(env, symbol, narrowBook(pick, pair))
      const [{ b, a } = { b: null, a: null }] = await bestQuotes(env, symbol)
      for (const [side, best] of [['Sell', b] as const, ['Buy', a] as const]) {
        if (best === null) continue
        for (const orderqty of sizes(pick, pair)) {
          const { answer } = await order(env, acme, { symbol, side, orderqty, price: best[0] })
          if (answer.error.code !== null)
            refused.push(`${side} ${orderqty} ${symbol} at ${best[0]}: ${answer.error.code}`)
        }
      }
    }
    expect(refused).toEqual([])
  },
)

describe('a venue that trades in lots, or too close for a cent to fit', () => {
  const pair = pairOf('USDC/CHF')
  const quote = (over: Partial<Quote>): Quote => ({
    provider: 'alpha',
    quoteid: '1',
    price: 88_000n,
    qty: 1_000_000_000n,
    lot: pair.step,
    minimum: 0n,
    reserve: 87_900n,
    anySize: true,
    ...over,
  })

  test('is not displayed as the best price', () => {
    const [near, next, deep] = [
      quote({ price: 87_950n, anySize: false }),
      quote({ price: 88_000n }),
      quote({ price: 88_010n, anySize: false }),
    ] as const
    expect(shown([near, next, deep])).toEqual([next, deep])
    expect(bestLevel([near, next, deep])).toBe(next)
    expect([shown([near]), bestLevel([near]), bestLevel([])]).toEqual([[], null, null])
  })

  test('the largest of several at one price is displayed', () => {
    const [small, large] = [quote({ qty: 5n }), quote({ qty: 50n, provider: 'desk' })] as const
    expect(bestLevel([small, large, quote({ qty: 500n, anySize: false })])).toBe(large)
  })
})

test('the ladder of the portal begins with the public price', async () => {
  await setBook(env, 'VCHF/CHF', {
    bids: [['0.9999', '100']],
    asks: [
      ['1.0001', '100'],
      ['1.0002', '5'],
    ],
  })
  const [best] = await bestQuotes(env, 'VCHF/CHF')
  expect(best).toMatchObject({ b: ['0.9999', '100'], a: ['1.0001', '100'] })
  expect(await ladderOf(env, 'VCHF/CHF')).toMatchObject({
    status: 'online',
    bids: [{ price: '0.9999', quantity: '100' }],
    asks: [
      { price: '1.0001', quantity: '100' },
      { price: '1.0002', quantity: '5' },
    ],
  })
})
