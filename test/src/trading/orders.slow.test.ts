import { randomUUID } from 'node:crypto'
import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Env } from '@specie/service/base/env.ts'
import { house } from '@specie/service/ledger/house.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Random, countOf, drawnSeed, oneOf, seeded } from '../seeded-random.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { endow, setBook } from '../trading.ts'
import { brokenOrders, type Exchanged, exchange, held, type Holdings, listed } from './model.ts'
import { type RandomOrder, randomBook, randomOrder } from './random.ts'
import { openTrader, type Reply, type Trader } from './traders.ts'
import { check, checkTrading } from '../checks.ts'

// Few assets, small amounts, and many parallel buyers, through two processes.

const [clients, orders, keysEach] = [64, countOf('ORDERS', 50_000, 4_000), 32]
const markets = [
  { symbol: 'VCHF/CHF', middle: 10_000 },
  { symbol: 'VGBP/GBP', middle: 10_000 },
  { symbol: 'VCHF/VGBP', middle: 88_571 },
]
/** Neither side has enough for all orders. */
const ofHouse = { CHF: '20000', VCHF: '20000', GBP: '20000', VGBP: '20000' }
const ofClient = { CHF: '3000', VCHF: '3000', GBP: '3000', VGBP: '3000' }

let database: TestDatabase
let env: Env
let services: RunningService[]

beforeEach(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  const settings = { SPECIE_ROLE: 'api', LOG_LEVEL: 'warn' }
  services = await Promise.all([startService(database.url, settings), startService(database.url, settings)])
})
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await env.runtime.close()
  await database.drop()
})

type Exchange = { trader: Trader; asked: RandomOrder; reply: Reply }
type Answer = { order: Exchanged & { ordid: string }; error: { code: string | null } }

const answerOf = ({ reply }: Exchange): Answer => JSON.parse(reply.text) as Answer

test.each([drawnSeed()])(
  `${clients} clients, ${orders} orders through two processes: every balance follows from the answers (seed %i)`,
  { timeout: 600_000 },
  async (seed) => {
    const pick = seeded(seed)
    const traders = await openTraders()
    const before = await held(database.owner)
    const answer = await tradeAll(pick, traders)

    expect([...new Set(answer.map(({ reply }) => reply.status))]).toEqual([200])
    const answers = answer.map((one) => ({ trader: one.trader, ...answerOf(one) }))
    const model: Holdings = new Map(before)
    for (const { trader, order } of answers) exchange(model, trader.institutionid, order)
    expect(listed(await held(database.owner))).toEqual(listed(model))
    expect(sums(model)).toEqual(sums(before))

    const codes = Map.groupBy(answers, ({ error }) => error.code)
    for (const code of [null, 'fok_not_fillable', 'insufficient_balance', 'non_marketable_limit_price']) {
      expect(codes.get(code)?.length).toBeGreaterThan(0)
    }
    expect(await rowCount()).toBe(BigInt(orders))
    expect(await brokenOrders(database.owner)).toEqual([])
    const rows = [...(await check(database.app)), ...(await checkTrading(database.app))]
    expect(rows.filter((row) => !row.ok)).toEqual([])
    expect(await deadlocks()).toBe(0n)
  },
)

async function openTraders(): Promise<Trader[]> {
  await endow(env, house, ofHouse)
  return Promise.all(
    Array.from({ length: clients }, async (_, n) => {
      const trader = await openTrader(database, services[n % 2]!.origin, keysEach)
      await endow(env, trader.institutionid, ofClient)
      return trader
    }),
  )
}

/** All in parallel, while the market moves; returns the answer of each order. */
async function tradeAll(pick: Random, traders: readonly Trader[]): Promise<Exchange[]> {
  for (const market of markets) await moveMarket(pick, market)
  const answer: Exchange[] = []
  let left = orders
  const trade = async (trader: Trader) => {
    while (left > 0) {
      left -= 1
      if (left % ordersPerMove === 0) await moveMarket(pick)
      answer.push(await tradeOnce(pick, trader))
    }
  }
  await Promise.all(traders.map(trade))
  return answer
}

const ordersPerMove = 250

async function moveMarket(pick: Random, market = oneOf(pick, markets)): Promise<void> {
  await setBook(env, market.symbol, randomBook(pick, market, 800))
}

/** One in a hundred is sent to both processes, in parallel or in sequence: O2. */
async function tradeOnce(pick: Random, trader: Trader): Promise<Exchange> {
  const [clordid, asked] = [randomUUID(), randomOrder(pick, oneOf(pick, markets), 900)]
  const [here, there] = pick(2) === 0 ? services : services.toReversed()
  const first = trader.send(here!.origin, clordid, asked)
  const chance = pick(200)
  if (chance <= 1) {
    if (chance === 0) await first
    const [one, other] = await Promise.all([first, trader.send(there!.origin, clordid, asked)])
    expect(other.text).toBe(one.text)
    expect(other.replayed).toBe(!one.replayed)
  }
  return { trader, asked, reply: await first }
}

function sums(holdings: Holdings): Record<string, bigint> {
  const total = (asset: string) =>
    [...holdings].reduce((sum, [key, minor]) => (key.endsWith(` ${asset}`) ? sum + minor : sum), 0n)
  return Object.fromEntries((Object.keys(ofHouse) as AssetCode[]).map((asset) => [asset, total(asset)]))
}

async function rowCount(): Promise<bigint> {
  const [row] = await database.owner.query<{ count: bigint }>('select count(*) from trading.client_order')
  return row!.count
}

/** A session reports its statistics when it is idle, a second late at most, and when it ends. */
async function deadlocks(): Promise<bigint> {
  await Promise.all(services.map((service) => service.stop()))
  const [row] = await database.owner.query<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return row!.deadlocks
}
