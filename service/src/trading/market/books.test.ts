import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { setBook } from '@specie/test/trading.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { booksOf } from './books.ts'
import { pairOf } from './pair.ts'

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})

const bestAsk = async () => (await booksOf(env)).of(pairOf('VCHF/CHF')).asks[0]?.price

test('a reload sees all earlier commits, even while an older reload is in progress', async () => {
  await setBook(env, 'VCHF/CHF', { bids: [], asks: [['1', '10']] })
  const books = await booksOf(env)
  let earlier: Promise<void>
  let later: Promise<void>
  await database.owner.tx(async (tx) => {
    // The first reload has read the switches, and waits for the venues.
    await tx.query('lock table trading.venue in access exclusive mode')
    earlier = books.reload()
    await someoneWaits()
    const book = { bids: [], asks: [['1.0002', '10']] }
    await env.db.query('update trading.pair set book = $1, version = version + 1', [JSON.stringify(book)])
    later = books.reload()
  })
  await earlier!
  await later!
  expect(await bestAsk()).toBe(10_002n)
})

async function someoneWaits(): Promise<void> {
  const waiting = () =>
    database.owner.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  await expect.poll(waiting).not.toEqual([])
}
