import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullRange, type CheckRange } from './rule.ts'
import { tradingRules } from './trading.ts'
import { deskName } from '../trading/market/desk.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const rule = tradingRules.find(({ what }) => what.includes('worse than the limit')) as {
  breaks: (since: CheckRange) => string
}

/** 0.1 VCHF at a limit of 1.0001 or 0.9999, inserted directly: 0.10001 and 0.09999 CHF are the limits. */
async function isNoticed(side: 'Buy' | 'Sell', amount: number): Promise<boolean> {
  const id = randomUUID()
  const price = side === 'Buy' ? 10_001 : 9_999
  const fills = [[deskName, 'desk-0', '100000', String(price), String(amount)]]
  await database.owner.query(
    `insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills, trade_id,
       created_at, updated_at)
     values ($1, $1, 'x', 'VCHF/CHF', $2, 100000, $3, 'Filled', $4, 0, $5, $1, now(), now())`,
    [id, side, price, amount, JSON.stringify(fills)],
  )
  const broken = await database.app.query(rule.breaks(fullRange))
  return JSON.stringify(broken).includes(id)
}

test.each([
  ['Buy', 10, false],
  ['Buy', 11, true],
  ['Buy', 9, true], // rounded by more than a minor unit
  ['Sell', 10, false],
  ['Sell', 9, true],
  ['Sell', 11, true],
] as const)('a %s of 0.1 for %i centimes is noticed as beyond its limit: %s', async (side, amount, expected) => {
  expect(await isNoticed(side, amount)).toBe(expected)
})
