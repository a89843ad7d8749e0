import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { availableTo, endow, institutionWith, order, setBook } from '@specie/test/trading.ts'
import { post } from '@specie/test/post.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../base/config.ts'
import type { Env } from '../../base/env.ts'
import { account } from '../../ledger/chart.ts'
import { house } from '../../ledger/house.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { refreshFrom } from '../../markets/rate/refresh.ts'
import { booksOf } from '../market/books.ts'
import { listOrders, listTrades } from './list.ts'

// An order is stored with its journal or not at all (O1), even when the ledger refuses for a reason other than a balance.

const atPar = (env: Env) => setBook(env, 'VCHF/CHF', { bids: [], asks: [['1', '10']] })

/** The desk counts its trades on pairs with a reference rate, and has limits there. */
async function atReference(env: Env): Promise<void> {
  const rates = async () => [{ symbol: 'ETH/CHF', price: '2950', at: env.clock.now() }]
  await refreshFrom(env, [{ name: 'test', rates }])
  await (await booksOf(env)).reload()
}

describe.each([
  ['a pair without limits', 'VCHF/CHF', '1', {}, atPar],
  ['a pair with limits', 'ETH/CHF', '3000', { MARKET_LIMITS: 'ETH/CHF.exposure=20' }, atReference],
])('%s', (_which, symbol, price, limits, open) => {
  const buy = { symbol, side: 'Buy', orderqty: '1', price }
  let database: TestDatabase
  let env: Env
  let acme: string

  beforeAll(async () => {
    database = await freshDatabase()
    env = testEnv(database, { config: readConfig(limits) })
    await endow(env, house, { VCHF: '10', ETH: '10' })
    acme = await institutionWith(env, database, { CHF: '9000', VCHF: '1', ETH: '1' })
    await open(env)
  })
  afterAll(async () => {
    await env.runtime.close()
    await database.drop()
  })

  /** The next order gets an id whose journal is already in the ledger, with other lines. */
  async function withTakenId(): Promise<Env> {
    const id = randomUUID()
    const lines = [
      debit(account('client', 'provider_crypto', 'test', 'CHF'), 1n),
      credit(account('client', 'fees_due', 'CHF'), 1n),
    ]
    await post(env, { key: `order:${id}`, kind: 'test', lines })
    return { ...env, ids: { ...env.ids, uuid: () => id } }
  }

  const counted = () => database.owner.query('select from trading.desk_flow')

  test('the order fails, leaves nothing behind, and its clordid is free', async () => {
    const before = await availableTo(env, acme)
    await expect(order(await withTakenId(), acme, { ...buy, clordid: 'refused' })).rejects.toThrow('refuses')
    expect((await listOrders(env, acme, {})).orders).toEqual([])
    expect((await listTrades(env, acme, {})).trades).toEqual([])
    expect(await counted()).toEqual([])
    expect(await availableTo(env, acme)).toEqual(before)
    const { answer, replayed } = await order(env, acme, { ...buy, clordid: 'refused' })
    expect([answer.order.ordstatus, replayed]).toEqual(['Filled', false])
    expect(await counted()).toHaveLength('MARKET_LIMITS' in limits ? 1 : 0)
  })
})
