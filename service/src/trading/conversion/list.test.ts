import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { endow, institutionWith, setBook } from '@specie/test/trading.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { house } from '../../ledger/house.ts'
import { listConversions } from './list.ts'
import { convert } from './request.ts'
import { requestQuote } from '../quote/request.ts'

let database: TestDatabase
let env: Env

const symbol = 'VCHF/CHF'

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  await endow(env, house, { CHF: '10000', VCHF: '10000' })
  await setBook(env, symbol, { bids: [], asks: [['1.0001', '5000']] })
})

afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})

type Fields = Parameters<typeof convert>[2]
const chfToVchf = (quantity: string, min_received = '0'): Fields => ({
  from_currency: 'CHF',
  to_currency: 'VCHF',
  quantity,
  min_received,
})

test('conversions are listed by each of their ids, and pages do not shift', async () => {
  const client = await institutionWith(env, database, { CHF: '10000' })
  const take = async (fields: Fields) => (await convert(env, client, fields)).answer
  const { quoteid } = (await requestQuote(env, client, { symbol, side: 'Buy', orderqty: '100' })).answer
  const first = await take({ quoteid, clreqid: 'list-0' })
  const names = Array.from({ length: 6 }, (_, n) => `list-${n + 1}`)
  for (const clreqid of names) await take({ ...chfToVchf('10'), clreqid })
  await take({ ...chfToVchf('10', '10.01'), clreqid: 'list-7' })
  const found = async (request: Parameters<typeof listConversions>[2]) =>
    (await listConversions(env, client, request)).conversions.map((one) => one.clreqid)
  expect(await found({ conversionid: first.conversionid })).toEqual(['list-0'])
  expect(await found({ quoteid })).toEqual(['list-0'])
  expect(await found({ clreqid: 'list-4' })).toEqual(['list-4'])
  expect(await found({ status: 'rejected' })).toEqual(['list-7'])
  expect(await found({ symbol: 'VGBP/GBP' })).toEqual([])
  expect(await found({ conversionid: 'nobody' })).toEqual([])
  expect(await found({ quoteid: randomUUID() })).toEqual([])
  const stranger = await institutionWith(env, database, {})
  expect((await listConversions(env, stranger, { conversionid: first.conversionid })).conversions).toEqual([])
  const { timestamp, result: _result, validated: _validated, ...rest } = first
  const [row] = (await listConversions(env, client, { clreqid: 'list-0' })).conversions
  expect(row).toEqual({ ...rest, created_at: timestamp, updated_at: timestamp })
  const seen: (string | null)[] = []
  let cursor: string | undefined
  do {
    const page = await listConversions(env, client, { limit: 3, symbol, ...(cursor === undefined ? {} : { cursor }) })
    seen.push(...page.conversions.map((one) => one.clreqid))
    await take(chfToVchf('1'))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(['list-7', ...names.toReversed(), 'list-0'])
})

test('a stored conversion cannot be changed', async () => {
  const kept = { quote: /stays for 90 days/, conversion: /append-only/ }
  for (const [table, why] of Object.entries(kept)) {
    await expect(env.db.query(`update trading.${table} set fee = 1`)).rejects.toThrow(/permission denied/)
    await expect(env.db.query(`delete from trading.${table}`)).rejects.toThrow(/permission denied/)
    await expect(database.owner.query(`delete from trading.${table}`)).rejects.toThrow(why)
  }
})
