import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { checkTrading } from '@specie/test/checks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { positionsOf, summarizePositions } from './positions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const now = new Date()
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

type Fill = { hours: number; side?: 'Buy' | 'Sell'; state?: string; venue?: string }

/** Two of base for three of quote. Its order does not matter here. */
async function executed({ hours, side = 'Buy', state = 'settled', venue = 'alpha' }: Fill): Promise<string> {
  const id = randomUUID()
  await withoutTriggers(
    `insert into trading.execution (id, order_id, institution_id, venue, quoteid, symbol, side, qty, price, amount, state,
       created_at, updated_at)
     values ($1, gen_random_uuid(), gen_random_uuid(), $2, 'q', 'ETH/CHF', $3, 2, 1, 3, $4, $5, $5)`,
    [id, venue, side, state, hoursAgo(hours)],
  )
  return id
}

/** Without the triggers. */
const withoutTriggers = (text: string, values: unknown[]) =>
  database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(text, values)
  })

const positions = (venue = 'alpha') => positionsOf(database.app, venue)
async function summed(venue = 'alpha') {
  const [row] = await database.app.query<{ base: bigint; quote: bigint }>(
    `select base, quote from trading.position where venue = $1 and symbol = 'ETH/CHF'`,
    [venue],
  )
  return row
}
const broken = async () => (await checkTrading(database.app)).filter(({ what, ok }) => /position/.test(what) && !ok)

test('a position stays the same after any number of summations', async () => {
  await executed({ hours: 5 })
  await executed({ hours: 4, side: 'Sell' })
  await executed({ hours: 3 })
  await executed({ hours: 3, state: 'killed' })
  await executed({ hours: 0.1 })
  await executed({ hours: 5, venue: 'beta' })
  const expected = new Map([
    ['ETH', -4n],
    ['CHF', 6n],
  ])
  expect(Object.fromEntries((await positions())!)).toMatchObject(Object.fromEntries(expected))
  for (let n = 0; n < 2; n += 1)
    await Promise.all([summarizePositions(database.app, 'alpha', now), summarizePositions(database.app, 'alpha', now)])
  // Executions stored at the same time may not be committed yet: recent ones are not summed up.
  expect(await summed()).toEqual({ base: -2n, quote: 3n })
  expect(Object.fromEntries((await positions())!)).toMatchObject(Object.fromEntries(expected))
  expect(Object.fromEntries((await positions('beta'))!)).toMatchObject({ ETH: -2n, CHF: 3n })
  expect(await broken()).toEqual([])
})

test('nothing after an execution in doubt is summed up', async () => {
  const venue = 'gamma'
  await executed({ hours: 3, venue })
  const inDoubt = await executed({ hours: 2, state: 'sent', venue })
  await executed({ hours: 1.5, venue })
  await summarizePositions(database.app, venue, now)
  expect([await positions(venue), await summed(venue)]).toEqual([null, { base: -2n, quote: 3n }])
  await withoutTriggers(`update trading.execution set state = 'filled' where id = $1`, [inDoubt])
  await summarizePositions(database.app, venue, now)
  expect(await summed(venue)).toEqual({ base: -6n, quote: 9n })
  expect(Object.fromEntries((await positions(venue))!)).toMatchObject({ ETH: -6n, CHF: 9n })
  expect(await broken()).toEqual([])
})

test('the check finds a wrong sum', async () => {
  await database.owner.query(`update trading.position set base = base + 1 where venue = 'alpha' and symbol = 'ETH/CHF'`)
  expect(await broken()).toMatchObject([{ detail: expect.stringContaining('trading.position alpha') }])
})
