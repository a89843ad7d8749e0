import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount, parseAmount } from '@specie/protocol/money.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { bookOf, reserveOf, rounded, type Side } from '@specie/test/trading/model.ts'
import { decimal } from '@specie/test/trading/ratio.ts'
import { availableTo, endow, institutionWith, setBook } from '@specie/test/trading.ts'
import { check } from '@specie/test/checks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { house } from '../../ledger/house.ts'
import { convert } from './request.ts'
import { requestQuote } from '../quote/request.ts'
import { allPairs } from '../market/pair.ts'

// Every pair in both directions, to the last minor unit.

let database: TestDatabase
let env: Env
let acme: string

const fortune = { CHF: '90000', GBP: '90000', VCHF: '90000', VGBP: '90000', USDC: '90000', BTC: '9', ETH: '90' }

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  await endow(env, house, fortune)
  acme = await institutionWith(env, database, fortune)
})

afterAll(async () => {
  expect((await check(env.db)).filter((row) => !row.ok)).toEqual([])
  await env.runtime.close()
  await database.drop()
})

/** The change of the client's and the desk's balances, in minor units. */
async function moved(by: () => Promise<unknown>, base: AssetCode, quote: AssetCode) {
  const held = async () => {
    const [mine, theirs] = await Promise.all([availableTo(env, acme), availableTo(env, house)])
    return [mine[base]!, mine[quote]!, theirs[base]!, theirs[quote]!]
  }
  const before = await held()
  await by()
  return (await held()).map((now, n) => now - before[n]!)
}

/** Bid and ask, realistic in size. */
const prices: Record<string, [bid: string, ask: string, qty: string]> = {
  'VCHF/CHF': ['0.9999', '1.0001', '5000'],
  'VGBP/GBP': ['0.9998', '1.0003', '5000'],
  'VCHF/USDC': ['1.12345', '1.12355', '5000'],
  'VGBP/USDC': ['1.31777', '1.31787', '5000'],
  'VCHF/VGBP': ['0.85123', '0.85133', '5000'],
  'VCHF/BTC': ['0.0000111111', '0.0000111119', '5000'],
  'VCHF/ETH': ['0.000333333', '0.000333337', '5000'],
  'VGBP/BTC': ['0.0000131313', '0.0000131317', '5000'],
  'VGBP/ETH': ['0.000393939', '0.000393941', '5000'],
  'USDC/CHF': ['0.88881', '0.88891', '5000'],
  'USDC/GBP': ['0.75751', '0.75761', '5000'],
  'BTC/CHF': ['90001.13', '90011.17', '2'],
  'ETH/CHF': ['3001.13', '3003.17', '50'],
  'BTC/GBP': ['76001.13', '76011.17', '2'],
  'ETH/GBP': ['2501.13', '2503.17', '50'],
}

describe.each(allPairs)('$symbol', (pair) => {
  const { symbol, base, quote, step, minimum } = pair
  const [bid, ask, depth] = prices[symbol]!
  const book = { bids: [[bid, depth]], asks: [[ask, depth]] } as const
  const worth = (side: Side, minor: bigint) => {
    const price = decimal(side === 'Buy' ? ask : bid)
    const reserve = reserveOf(symbol, side, bookOf(book), price)
    return rounded(symbol, side, decimal(formatAmount({ asset: base, minor })), price, reserve)
  }
  // An odd number of steps, so that amounts must be rounded.
  const qty = minimum * 3n + 7n * step
  const orderqty = formatAmount({ asset: base, minor: qty })
  const cost = worth('Buy', qty)
  const proceeds = worth('Sell', qty)

  beforeAll(() => setBook(env, symbol, book))

  /** The client's balances change by these amounts, and the desk's by the opposite. */
  const exchanged = (inBase: bigint, inQuote: bigint) => [inBase, inQuote, -inBase, -inQuote]

  test('converts in both directions at a firm quote', async () => {
    const take = async (side: string) => {
      const { answer } = await requestQuote(env, acme, { symbol, side, orderqty })
      await convert(env, acme, { quoteid: answer.quoteid })
    }
    expect(await moved(() => take('Buy'), base, quote)).toEqual(exchanged(qty, -cost))
    expect(await moved(() => take('Sell'), base, quote)).toEqual(exchanged(-qty, proceeds))
  })

  test('converts in both directions at the current price', async () => {
    let got = 0n
    const buy = async () => {
      const quantity = formatAmount({ asset: quote, minor: cost })
      const request = { from_currency: quote, to_currency: base, quantity, min_received: orderqty }
      got = parseAmount((await convert(env, acme, request)).answer.bought, base).minor
    }
    const bought = await moved(buy, base, quote)
    const paid = worth('Buy', got)
    expect(bought).toEqual(exchanged(got, -paid))
    expect(paid).toBeLessThanOrEqual(cost)
    expect(worth('Buy', got + step)).toBeGreaterThan(cost)
    const request = { from_currency: base, to_currency: quote, quantity: orderqty, min_received: '0' }
    expect(await moved(() => convert(env, acme, request), base, quote)).toEqual(exchanged(-qty, proceeds))
  })
})
