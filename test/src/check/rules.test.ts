import { checkBooks } from '@specie/service/checks/check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const since = { full: false, journals: 0n, versions: 0n, orders: 0n, history: 0n }

test.each([
  ['whole', undefined],
  ['since the last check', since],
])('a new database is in order by every rule, %s', async (_name, from) => {
  const rows = await database.app.tx((tx) => checkBooks(tx, from), 'repeatable read, read only')
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter((row) => !row.ok)).toEqual([])
})
