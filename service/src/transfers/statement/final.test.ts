import { randomUUID } from 'node:crypto'
import { freshDatabase, patience, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { scriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { institutionWith } from '@specie/test/trading.ts'
import { post } from '@specie/test/post.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeBankAccounts } from '../../banking/account/own-accounts.ts'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { connectAsService } from '../../database.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { camtDocuments, csvDocument } from './documents.ts'
import { type Period, statementsOf } from './statement.ts'
import { traceKey } from '@specie/test/trace-key.ts'

// A delivered statement never changes, with any postings during and after it.

let database: TestDatabase
let env: Env

beforeAll(async () => {
  database = await freshDatabase()
  await storeBankAccounts({ db: database.app }, await scriptedBank().accounts())
  env = testEnv(database)
  await post(env, wire(randomUUID(), 1n)) // the bank's account is first in lock order: every posting waits for it first
})
afterAll(() => database.drop())

let count = 0
const wire = (id: string, amount: bigint, asset: 'CHF' | 'GBP' = 'CHF'): Journal => ({
  key: `move:${id}:${++count}`,
  kind: 'wire_credited',
  lines: [debit(account('client', 'bank', asset), amount), credit(account('client', 'available', id, asset), amount)],
})

/** All documents of a period, in all formats. */
async function contentOf(id: string, requested: Period): Promise<{ period: Period; text: string }> {
  const { period, statements } = await statementsOf(env, id, requested, undefined)
  const documents = [csvDocument(statements, period), ...(await camtDocuments(env, id, statements, period))]
  const text = JSON.stringify({ statements, documents }, (_key, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  return { period, text }
}

/** Until a session waits for a lock that `holder` has. */
async function untilLockWait(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await database.owner.query(waiting)).length === 0);
}

const longAgo = new Date(0)
const soon = () => new Date(systemClock.wall() + 60_000)

test('a posting that waits for a lock does not appear in a period that was meanwhile delivered', async () => {
  const id = await institutionWith(env, database, {})
  await post(env, wire(id, 500n))
  let posting: Promise<unknown> | undefined
  let first: Awaited<ReturnType<typeof contentOf>> | undefined
  await database.owner.tx(async (tx) => {
    await tx.query(`select 1 from ledger.account where name = 'bank' and asset = 'CHF' for update`)
    posting = post(env, wire(id, 70n))
    await untilLockWait()
    first = await contentOf(id, { from: longAgo, to: soon() })
  })
  await posting
  expect(first!.text).not.toContain('"570"')
  expect((await contentOf(id, first!.period)).text).toBe(first!.text)
  const { statements } = await statementsOf(env, id, { from: first!.period.to, to: soon() }, 'CHF')
  expect(statements).toMatchObject([{ opening: 500n, closing: 570n, movements: [{ amount: 70n }] }])
})

test('a first movement that is being booked is awaited, also while its account is being opened', async () => {
  const id = await institutionWith(env, database, {})
  let statement: ReturnType<typeof contentOf> | undefined
  await database.app.tx(async (tx) => {
    await postIn(env, tx, [wire(id, 300n)])
    statement = contentOf(id, { from: longAgo, to: soon() })
    await untilLockWait()
  })
  const { period, text } = await statement!
  expect(text).toContain('"closing":"300"')
  expect((await contentOf(id, period)).text).toBe(text)
})

test('an asset that is added later does not appear in the statement of an earlier period', async () => {
  const id = await institutionWith(env, database, {})
  await post(env, wire(id, 300n))
  const { period, text } = await contentOf(id, { from: longAgo, to: soon() })
  await post(env, wire(id, 8n, 'GBP'))
  expect((await contentOf(id, period)).text).toBe(text)
})

test('a period that is not over ends with the call, and one that has not begun is refused', async () => {
  const id = await institutionWith(env, database, {})
  const requested = { from: longAgo, to: soon() }
  const { period } = await contentOf(id, requested)
  expect(period.to.getTime()).toBeLessThan(requested.to.getTime())
  await expect(contentOf(id, { from: soon(), to: new Date(soon().getTime() + 1) })).rejects.toThrow('has not begun')
})

test('periods are contiguous and never change while two processes with different clocks post', async () => {
  const id = await institutionWith(env, database, {})
  const skewed = (ms: number) => ({ ...systemClock, now: () => new Date(systemClock.wall() + ms) })
  const other = connectAsService({ url: database.url, patience, max: 4, traceKey })
  const processes = [
    { db: database.app, clock: skewed(-3_000) },
    { db: other, clock: skewed(3_000) },
  ]
  let over = false
  const load = processes.flatMap((each) =>
    Array.from({ length: 8 }, async () => {
      let posted = 0n
      while (!over) posted += (await post(each, wire(id, 1n))).replayed ? 0n : 1n
      return posted
    }),
  )
  const given: Awaited<ReturnType<typeof contentOf>>[] = []
  let from = longAgo
  try {
    while (given.length < 25) {
      given.push(await contentOf(id, { from, to: soon() }))
      from = given.at(-1)!.period.to
      await post(env, wire(id, 1n))
    }
  } finally {
    over = true
  }
  const posted = (await Promise.all(load)).reduce((sum, one) => sum + one, BigInt(given.length))
  await other.close()
  let closing = 0n
  for (const { period, text } of given) {
    expect((await contentOf(id, period)).text).toBe(text)
    const [statement] = (await statementsOf(env, id, period, 'CHF')).statements
    expect(statement!.opening).toBe(closing)
    closing = statement!.closing
  }
  const [rest] = (await statementsOf(env, id, { from, to: soon() }, 'CHF')).statements
  expect(rest).toMatchObject({ opening: closing, closing: posted })
})
