import { randomUUID } from 'node:crypto'
import { systemClock } from '@specie/service/base/clock.ts'
import { checkAllOf } from '@specie/service/checks/check.ts'
import { connectAsService } from '@specie/service/database.ts'
import { house } from '@specie/service/ledger/house.ts'
import { filled } from '@specie/service/trading/order/journals.ts'
import { filledOrder } from '@specie/service/trading/order/row.ts'
import { storeOrderIn } from '@specie/service/trading/order/store-orders.ts'
import { pairOf } from '@specie/service/trading/market/pair.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { sealAll } from '@specie/service/base/audit/seals.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, pastTriggers, patience, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { endow, institutionWith, order, setBook } from '../trading.ts'
import { traceKey } from '../trace-key.ts'

// Attacks with the password of the service's own login, without any of its keys.

let database: TestDatabase
let insider: Db
beforeEach(async () => {
  database = await freshDatabase()
  insider = connectAsService({ url: database.url, patience, traceKey: null })
})
afterEach(async () => {
  await insider.close()
  await database.drop()
})

async function broken(full: boolean): Promise<string[]> {
  const { rows } = await checkAllOf(database.app, { full, at: systemClock.now(), anchor: { traceKey } })
  return rows.filter(({ ok }) => !ok).map(({ what, detail }) => `${what}: ${detail}`)
}

test('an invented order, at a price that the market never had, is named', async () => {
  const env = testEnv(database)
  const acme = await institutionWith(env, database, { CHF: '100' })
  await endow(env, house, { BTC: '50', CHF: '1000000' })
  const before = await broken(true)
  // Ten bitcoins for one franc.
  const pair = pairOf('BTC/CHF')
  const [qty, amount, price] = [10n * 10n ** 8n, 100n, 10n ** BigInt(pair.priceDecimals) / 10n]
  const id = randomUUID()
  const gift = { pair, side: 'Buy', qty, price } as const
  const quote = { provider: 'desk', quoteid: 'q', qty, price } as never
  const identity = { id, institutionId: acme, clordid: 'a gift', version: 0n, at: new Date() }
  const decided = filledOrder(identity, gift, [{ quote, qty, amount }], amount)
  const deal = {
    pair,
    side: 'Buy',
    client: acme,
    fee: decided.fee,
    exchanges: [{ holder: house, qty, amount }],
  } as const
  const verdict = await insider.tx((tx) => storeOrderIn(env, tx, { decided, journal: filled(id, deal), bounds: null }))
  expect(verdict).toEqual({ outcome: 'placed' })
  expect((await broken(true)).filter((line) => !before.includes(line))).toEqual([
    `every order has the mark of the service: trading.client_order ${id} was written manually, or changed`,
  ])
})

test('an order matches its mark', async () => {
  const env = testEnv(database)
  const acme = await institutionWith(env, database, { CHF: '100000' })
  await endow(env, house, { BTC: '50', CHF: '1000000' })
  await setBook(env, 'BTC/CHF', { bids: [], asks: [['50000', '5']] })
  const before = await broken(true)
  const { answer } = await order(env, acme, { symbol: 'BTC/CHF', side: 'Buy', orderqty: '1', price: '50000' })
  expect((await broken(true)).filter((line) => !before.includes(line))).toEqual([])
  await pastTriggers(database.owner, `update trading.client_order set clordid = 'another' where id = $1`, [
    answer.order.ordid,
  ])
  expect((await broken(true)).filter((line) => !before.includes(line))).toEqual([
    `every order has the mark of the service: trading.client_order ${answer.order.ordid} was written manually, or changed`,
  ])
  await pastTriggers(database.owner, 'delete from trading.order_mark')
  expect((await broken(true)).join()).toContain(
    `trading.client_order ${answer.order.ordid} was written past the service`,
  )
  await pastTriggers(database.owner, 'delete from audit.marked_from')
  expect((await broken(true)).join()).toContain('audit.marked_from t is gone')
})

test('a forged check does not move the start of the next one', async () => {
  await database.app.query(`insert into compliance.list_source (list, source) values ('Somebody Ltd', 'refuse')`)
  expect(await broken(true)).toEqual([])
  // Without a key: the version has no mark.
  await insider.query(`insert into compliance.list_source (list, source) values ('A Competitor Ltd', 'refuse')`)
  await sealAll.run(testEnv(database))
  const seals = await insider.query<{ stream: string; last: bigint }>(
    'select stream, max(last) as last from audit.seal group by stream',
  )
  const detail = Object.fromEntries(seals.map(({ stream, last }) => [stream, String(last)]))
  await insider.query(`select audit.append('check', 'check.passed', 'specie check', $1)`, [JSON.stringify(detail)])
  const output = (await broken(false)).join()
  expect(output).toContain('A Competitor Ltd')
  expect(output).toMatch(/audit\.entry \d+ was written manually/)
})
