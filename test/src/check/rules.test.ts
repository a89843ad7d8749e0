import { checkBooks } from '@specie/service/checks/check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { put, undone } from '../database-rights/rows.ts'

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

test('a standing without its KYB case is reported', async () => {
  const id = '00000000-0000-4000-8000-00000000000a'
  const rows = await undone(database.owner, async (tx) => {
    await put(tx, 'directory.institution', { id, standing: 'suspended' })
    return checkBooks(tx, since)
  })
  expect(rows.map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining(`directory.institution ${id} has the standing suspended, by its KYB case none`),
  )
})
