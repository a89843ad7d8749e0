import { randomUUID } from 'node:crypto'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { freshDatabase, patience, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import {
  add,
  bookOf,
  brokenOrders,
  exchange,
  held,
  type Holdings,
  listed,
  minorOf,
  type ModelBook,
  outcome,
} from '@specie/test/trading/model.ts'
import { type Random, drawnSeed, oneOf, seeded } from '@specie/test/seeded-random.ts'
import { type RandomOrder, randomBook, randomOrder } from '@specie/test/trading/random.ts'
import { decimal } from '@specie/test/trading/ratio.ts'
import { endow, institutionWith, order, setBook } from '@specie/test/trading.ts'
import { check, checkTrading } from '@specie/test/checks.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { connectAsService } from '../../database.ts'
import { house } from '../../ledger/house.ts'
import { traceKey } from '@specie/test/trace-key.ts'

// Random orders through two pools on one database, like two processes, compared with a model of fractions and maps
// (test/src/trading).

const markets = [
  { symbol: 'VCHF/CHF', middle: 10_000 },
  { symbol: 'VGBP/GBP', middle: 10_000 },
  { symbol: 'VCHF/VGBP', middle: 88_571 },
  { symbol: 'USDC/CHF', middle: 89_013 },
]

let database: TestDatabase
let second: Db
let envs: [Env, Env]
let institutions: string[]
let model: Holdings
let books: Map<string, ModelBook>

beforeEach(async () => {
  database = await freshDatabase()
  second = connectAsService({ url: database.url, patience, traceKey })
  envs = [testEnv(database), testEnv(database, { db: second })]
  model = new Map()
  books = new Map()
  // The balances are so small that both sides run out of some assets.
  const ofHouse = { CHF: '4000', VCHF: '5000', GBP: '4000', VGBP: '5000', USDC: '3000' }
  const ofClient = { CHF: '3000', VCHF: '2500', GBP: '2000', VGBP: '2500.5' }
  await endow(envs[0], house, ofHouse)
  note(house, ofHouse)
  institutions = []
  for (let n = 0; n < 4; n += 1) {
    const id = await institutionWith(envs[0], database, ofClient)
    note(id, ofClient)
    institutions.push(id)
  }
})

afterEach(async () => {
  await Promise.all(envs.map((env) => env.runtime.close()))
  await second.close()
  await database.drop()
})

function note(holder: string, amounts: Partial<Record<AssetCode, string>>): void {
  for (const [asset, text] of Object.entries(amounts)) {
    add(model, holder, asset as AssetCode, minorOf(text, asset as AssetCode))
  }
}

/** Through one of the two processes; the other one notices when it next stores an order. */
async function moveMarket(pick: Random, market = oneOf(pick, markets)): Promise<void> {
  const book = randomBook(pick, market, 800)
  await setBook(oneOf(pick, envs), market.symbol, book)
  books.set(market.symbol, bookOf(book))
}

const inMarket = ({ symbol, side, orderqty, price }: RandomOrder): bigint | string =>
  outcome({ symbol, side, qty: decimal(orderqty), price: decimal(price) }, books.get(symbol)!)

/** The expected answers to a single order; two are possible where both sides are short. */
function expectedAnswers(institution: string, fields: RandomOrder): (bigint | string)[] {
  const { symbol, side, orderqty } = fields
  const outcome = inMarket(fields)
  if (typeof outcome === 'string') return [outcome]
  const [base, quote] = symbol.split('/') as [AssetCode, AssetCode]
  const [given, got] = side === 'Buy' ? [quote, base] : [base, quote]
  const inBase = minorOf(orderqty, base)
  const has = (holder: string, asset: AssetCode) =>
    (model.get(`${holder} ${asset}`) ?? 0n) >= (asset === base ? inBase : outcome)
  const short = [
    ...(has(institution, given) ? [] : ['insufficient_balance']),
    ...(has(house, got) ? [] : ['fok_not_fillable']),
  ]
  return short.length > 0 ? short : [outcome]
}

async function balanced(): Promise<void> {
  expect(listed(await held(database.owner))).toEqual(listed(model))
  expect([...model.values()].filter((minor) => minor < 0n)).toEqual([])
  expect(await brokenOrders(database.owner)).toEqual([])
  const rows = [...(await check(database.app)), ...(await checkTrading(database.app))]
  expect(rows.filter((row) => !row.ok)).toEqual([])
}

const sums = (holdings: Holdings) =>
  Object.keys(assets).map((asset) =>
    [...holdings].filter(([key]) => key.endsWith(` ${asset}`)).reduce((sum, [, minor]) => sum + minor, 0n),
  )

test.each([1, drawnSeed()])('sequential orders get the answer that the model predicts (seed %i)', async (seed) => {
  const pick = seeded(seed)
  for (const market of markets) await moveMarket(pick, market)
  const seen = new Set<string>()
  for (let n = 0; n < 250; n += 1) {
    if (pick(8) === 0) await moveMarket(pick)
    const [institution, fields] = [oneOf(pick, institutions), randomOrder(pick, oneOf(pick, markets), 900)]
    const allowed = expectedAnswers(institution, fields)
    const { answer } = await order(oneOf(pick, envs), institution, fields)
    expect(allowed).toContain(verdict({ fields, answer }))
    exchange(model, institution, answer.order)
    seen.add(answer.error.code ?? 'filled')
  }
  expect([...seen].toSorted()).toEqual([
    'filled',
    'fok_not_fillable',
    'insufficient_balance',
    'limit_too_far_from_market_price',
    'non_marketable_limit_price',
  ])
  await balanced()
})

type OrderRequest = { institution: string; clordid: string; fields: RandomOrder }
type OrderResult = OrderRequest & ({ answer: Answer; replayed: boolean } | { refused: string })
type Answer = Awaited<ReturnType<typeof order>>['answer']

const flaws = [{ orderqty: '1.001' }, { orderqty: '0' }, { price: '0' }, { price: 'much' }, { symbol: 'VCHF/EUR' }]

/** Some requests are repeated, some reuse the id of another one, some are invalid. */
function randomRequests(pick: Random, earlier: readonly OrderRequest[]): OrderRequest[] {
  const [institution, clordid] = [oneOf(pick, institutions), randomUUID()]
  const fields = randomOrder(pick, oneOf(pick, markets), 900)
  const fresh = { institution, clordid, fields }
  const chance = pick(100)
  if (chance < 5) return [{ ...fresh, fields: { ...fields, ...oneOf(pick, flaws) } }]
  if (chance < 10 && earlier.length > 0) return [oneOf(pick, earlier)]
  if (chance < 15 && earlier.length > 0) return [{ ...oneOf(pick, earlier), fields }]
  if (chance < 25) return [fresh, fresh, fresh]
  if (chance < 30) return [fresh, { ...fresh, fields: { ...fields, orderqty: '31' } }]
  return [fresh]
}

async function submit(env: Env, { institution, clordid, fields }: OrderRequest): Promise<OrderResult> {
  const request = { institution, clordid, fields }
  try {
    return { ...request, ...(await order(env, institution, { ...fields, clordid })) }
  } catch (error) {
    if (error instanceof ApiError) return { ...request, refused: error.code }
    throw error
  }
}

/** O2: one effect and one answer for each id; a request with other content under the same id is refused. */
function answersById(results: readonly OrderResult[]): (OrderRequest & { answer: Answer })[] {
  const byId = Map.groupBy(results, ({ institution, clordid }) => `${institution} ${clordid}`)
  return [...byId.values()].flatMap((same) => {
    const answered = same.flatMap((one) => ('answer' in one ? [one] : []))
    const refused = same.flatMap((one) => ('refused' in one ? [one] : []))
    const [winner] = answered
    for (const { answer, fields } of answered) expect([answer, fields]).toEqual([winner!.answer, winner!.fields])
    expect(answered.filter(({ replayed }) => !replayed)).toHaveLength(winner ? 1 : 0)
    for (const { refused: code, fields } of refused) {
      const isOther = code === 'duplicate_clordid' && winner !== undefined
      if (isOther) expect(fields).not.toEqual(winner.fields)
      else expect(['invalid_order', 'unknown_symbol']).toContain(code)
    }
    return winner ? [winner] : []
  })
}

test.each([3, drawnSeed()])(
  'after concurrent orders through two processes every balance agrees with the answers (seed %i)',
  async (seed) => {
    const pick = seeded(seed)
    const before = sums(model)
    const results: OrderResult[] = []
    for (const market of markets) await moveMarket(pick, market)
    for (let round = 0; round < 20; round += 1) {
      if (round > 0) await moveMarket(pick)
      const fields = Array.from({ length: 24 }, () => randomRequests(pick, results)).flat()
      const answers = await Promise.all(fields.map((request) => submit(oneOf(pick, envs), request)))
      for (const one of answers)
        if ('answer' in one && !one.replayed) expect(plausible(one.fields)).toContain(verdict(one))
      results.push(...answers)
    }
    const orders = answersById(results)
    for (const { institution, answer } of orders) exchange(model, institution, answer.order)
    await balanced()
    expect(sums(model)).toEqual(before)
    const [rows] = await database.owner.query<{ count: bigint }>('select count(*) from trading.client_order')
    expect(rows!.count).toBe(BigInt(orders.length))
    const codes = new Set(orders.map(({ answer }) => answer.error.code))
    for (const code of [null, 'fok_not_fillable', 'insufficient_balance']) expect(codes).toContain(code)
  },
)

/** The amount in minor units of the quote, or the error code. */
function verdict({ fields, answer }: { fields: RandomOrder; answer: Answer }): bigint | string {
  const amount = fields.side === 'Buy' ? answer.order.sold : answer.order.bought
  return answer.error.code ?? minorOf(amount, fields.symbol.split('/')[1] as AssetCode)
}

/** Apart from the book's outcome, either side may have run short. */
function plausible(fields: RandomOrder): (bigint | string)[] {
  const outcome = inMarket(fields)
  return typeof outcome === 'string' ? [outcome] : [outcome, 'insufficient_balance', 'fok_not_fillable']
}
