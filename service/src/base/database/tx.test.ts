import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../audit/audit.ts'
import type { Tx } from './db.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const record = (tx: Tx, action: string): void =>
  audit(tx, { actor: 'test', action: action as never, subject: 'x', detail: {} })

async function recorded(): Promise<string[]> {
  const rows = await database.owner.query<{ action: string }>(
    `select body::jsonb ->> 'action' as action from audit.entry where body::jsonb ->> 'actor' = 'test' order by seq`,
  )
  return rows.map(({ action }) => action)
}

test('a rolled back savepoint leaves no entry, and the work before and after it does', async () => {
  let called = 0
  await database.app.tx(async (tx) => {
    record(tx, 'before')
    const failed = tx.savepoint(async () => {
      record(tx, 'undone')
      tx.afterCommit(() => (called += 100))
      await tx.query('select 1 / 0')
    })
    await expect(failed).rejects.toThrow('division by zero')
    await tx.savepoint(async () => record(tx, 'done'))
    tx.afterCommit(() => (called += 1))
    record(tx, 'after')
  })
  expect(await recorded()).toEqual(['before', 'done', 'after'])
  expect(called).toBe(1)
})

test('a transaction that is rolled back leaves no entry', async () => {
  const before = await recorded()
  const failed = database.app.tx((tx) => {
    record(tx, 'undone')
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await recorded()).toEqual(before)
})

// Both transactions would deadlock if the head of the chain were locked when an entry is written: its holder would wait
// for the row.
test('an entry delays no other transaction before its own ends', async () => {
  let wasRecorded = () => {}
  const isRecorded = new Promise<void>((resolve) => (wasRecorded = resolve))
  let wasCommitted = () => {}
  const isCommitted = new Promise<void>((resolve) => (wasCommitted = resolve))
  const long = database.app.tx(async (tx) => {
    record(tx, 'first, but long')
    await tx.query('select 1')
    wasRecorded()
    await isCommitted
  })
  await isRecorded
  await database.app.tx((tx) => record(tx, 'second, but short'))
  wasCommitted()
  await long
  expect((await recorded()).slice(-2)).toEqual(['second, but short', 'first, but long'])
})
