import { importFile } from '@specie/service/banking/file/import.ts'
import { checkAllOf } from '@specie/service/checks/check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankOf, clientChf, entryOf, institutionAtBank } from '../banking/bank-files.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('the check verifies that the statements of the bank still arrive', async () => {
  const env = testEnv(database)
  await institutionAtBank(env)
  await importFile(env, bankOf(clientChf).notify([entryOf('W1')]))
  const broken = async (at: string) => {
    const { rows } = await checkAllOf(database.app, { full: false, at: new Date(at) })
    return rows.filter((row) => !row.ok && row.invariant === 'L7').map((row) => row.detail)
  }
  expect(await broken('2026-03-03T12:00:00Z')).toEqual([])
  expect(await broken('2026-03-05T12:00:00Z')).toEqual([
    expect.stringMatching(/entries of 2026-03-02 have no statement/),
  ])
})
