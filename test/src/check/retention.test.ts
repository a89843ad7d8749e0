import { inconsistentRows } from '@specie/service/checks/row-versions.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import type { Env } from '@specie/service/base/env.ts'
import { once } from '@specie/service/base/idempotency/once.ts'
import { deleteExpiredAnswers } from '@specie/service/base/jobs/retention.ts'
import { checkBooks } from '@specie/service/checks/check.ts'
import { house } from '@specie/service/ledger/house.ts'
import { convert } from '@specie/service/trading/conversion/request.ts'
import { requestQuote } from '@specie/service/trading/quote/request.ts'
import { deleteExpiredQuotes, endQuotes } from '@specie/service/trading/quote/promises.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { endow, institutionWith, setBook } from '../trading.ts'

// Data with a retention period, and data that is never lost.

let database: TestDatabase
let env: Env
let acme: string

const symbol = 'VCHF/CHF'
const dayMs = 86_400_000

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  await endow(env, house, { CHF: '900000', VCHF: '900000' })
  acme = await institutionWith(env, database, { CHF: '900000' })
  await setBook(env, symbol, { bids: [['0.9999', '5000']], asks: [['1.0001', '5000']] })
})
afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})

/** The same process, some days ago. */
function ago(days: number): Env {
  const wall = () => systemClock.wall() - days * dayMs
  return { ...env, clock: { ...systemClock, wall, now: () => new Date(wall()) } }
}

const requested = (clreqid: string, content: string) => ({ institutionId: acme, endpoint: 'test', clreqid, content })
let done = 0
const ask = (clreqid: string, content = 'the same', at = env) =>
  once(at, requested(clreqid, content), async () => ({ number: (done += 1) }))

const rowsIn = async (table: string) =>
  Number((await database.app.query<{ n: bigint }>(`select count(*) as n from ${table}`))[0]!.n)

/** By `specie check --full`. */
async function breaks(): Promise<string[]> {
  // Endowments have no source: two rules report it.
  const books = (await checkBooks(database.app)).filter(({ ok, what }) => !ok && !/every journal|crypto at/.test(what))
  const strays = []
  for (const table of ['work.request', 'trading.quote'])
    strays.push(...(await database.app.query<{ format: string }>(await inconsistentRows(database.app, table, null))))
  return [...books.map((row) => JSON.stringify(row)), ...strays.map((row) => row.format)]
}

test('an answer is repeated for 90 days; after that it is gone, and its id stays used permanently', async () => {
  const { answer } = await ask('old', 'the same', ago(91))
  await ask('young', 'the same', ago(89))
  expect(await ask('old')).toEqual({ answer, replayed: true })
  expect(await deleteExpiredAnswers.run(env)).toBe(1)
  expect(await rowsIn('work.request')).toBe(1)
  const before = done
  const result = { code: 'duplicate_clreqid', details: { clreqid: 'old', used_at: expect.stringMatching(/Z$/) } }
  for (const content of ['the same', 'something else']) {
    const refused = ask('old', content)
    await expect(refused).rejects.toMatchObject(result)
    await expect(refused).rejects.toThrow(/This clreqid was used on \d{4}-\d\d-\d\d; its answer is no longer stored/)
  }
  expect(done).toBe(before)
  expect((await ask('young')).replayed).toBe(true)
  expect(await breaks()).toEqual([])
})

test('the database itself keeps younger answers; a removed id is visible', async () => {
  const inAYear = new Date(systemClock.wall() + 365 * dayMs)
  const [row] = await database.app.query<{ gone: number }>('select work.delete_old_answers($1, 10) as gone', [inAYear])
  expect(row!.gone).toBe(0)
  await expect(database.app.query('delete from work.request')).rejects.toThrow('permission denied')
  await expect(database.app.query('delete from work.used_id')).rejects.toThrow('permission denied')
  await database.owner.query(`delete from work.used_id where clreqid = 'old'`)
  expect(await breaks()).toEqual([`work.request ${acme}/old is gone`])
  await database.owner.query(`insert into work.used_id values ($1, 'old', now())`, [acme])
  expect(await breaks()).toEqual([])
})

test('an id that expires during a repetition is not done twice', async () => {
  await ask('racing', 'the same', ago(100))
  const before = done
  const refused = database.owner.tx(async (tx) => {
    await tx.query(`select work.delete_old_answers(now(), 10)`)
    const again = ask('racing').catch((error: Error) => error)
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%work.request%'`
    await expect.poll(async () => (await database.owner.query(waiting)).length).toBe(1)
    return { again }
  })
  expect(await (await refused).again).toMatchObject({ code: 'duplicate_clreqid' })
  expect(await rowsIn(`work.request where clreqid = 'racing'`)).toBe(0)
  // Its effect is undone with its refusal.
  expect(done).toBe(before + 1)
  expect(await breaks()).toEqual([])
})

test('expired quotes are deleted in small batches, accepted ones are kept, and the books agree', async () => {
  const then = ago(120)
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1)
    ids.push((await requestQuote(then, acme, { symbol, side: 'Buy', orderqty: '100' })).answer.quoteid)
  await convert(then, acme, { quoteid: ids[2]! })
  await endQuotes.run(env)
  const young = (await requestQuote(ago(10), acme, { symbol, side: 'Buy', orderqty: '100' })).answer.quoteid
  await endQuotes.run(env)
  expect(await breaks()).toEqual([])
  const [batch] = await database.app.query<{ gone: number }>('select trading.delete_expired_quotes(now(), 3) as gone')
  expect(batch!.gone).toBe(3)
  expect(await breaks()).toEqual([])
  expect(await deleteExpiredQuotes.run(env)).toBe(1)
  expect(await deleteExpiredQuotes.run(env)).toBe(0)
  const left = await database.app.query<{ id: string }>('select id::text from trading.quote order by 1')
  expect(left.map(({ id }) => id).toSorted()).toEqual([ids[2]!, young].toSorted())
  expect(await breaks()).toEqual([])
  await expect(convert(env, acme, { quoteid: young })).rejects.toMatchObject({ code: 'quote_expired' })
  await expect(database.owner.query('delete from trading.quote where id = $1', [young])).rejects.toThrow('90 days')
})
