import { bankOf, forgetMoney, ownAccounts, entryOf, reserveChf } from '@specie/test/banking/bank-files.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { check, checkBank } from '@specie/test/checks.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { uatAccounts } from '../../base/settings/uat.ts'
import { importFile } from '../file/import.ts'
import { storeBankAccounts } from '../account/own-accounts.ts'

let database: TestDatabase
let env: Env

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
beforeEach(() => storeBankAccounts(env, ownAccounts))
afterEach(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  await forgetMoney(database)
})
afterAll(() => database.drop())

const importText = (file: string) => importFile(env, Buffer.from(file))
const reserve = async () => {
  const rows = await env.db.query<{ name: string; balance: bigint }>(
    `select name, balance from ledger.account where pool = 'reserve' and balance <> 0 order by name`,
  )
  return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]))
}

const counterparty = { name: 'Specie Issuer', account: uatAccounts.issuer[0]!, bic: null }

test('a top-up by the issuer is booked once as the reserve’s excess', async () => {
  const bank = bankOf(reserveChf)
  const entry = entryOf('R1', { unstructured: 'RESERVE TOP-UP November', counterparty })
  expect(await importText(bank.notify([entry]))).toMatchObject({ cases: [] })
  expect(await importText(bank.state())).toMatchObject({ cases: [] })
  expect(await reserve()).toEqual({ bank: 100_000n, excess: 100_000n })
  expect((await checkBank(env.db)).filter((row) => !row.ok)).toEqual([])
})

test.each([
  ['of the issuer for an unknown purpose', { unstructured: 'a gift', counterparty }],
  ['of a third party that is marked as the issuer’s money', { unstructured: 'RESERVE TOP-UP November' }],
])('a reserve credit %s opens a case, and nothing is booked', async (_, over) => {
  const { cases } = (await importText(bankOf(reserveChf).notify([entryOf('R2', over)]))) as {
    cases: { kind: string }[]
  }
  expect(cases.map(({ kind }) => kind)).toEqual(['unmatched_entry'])
  expect(await reserve()).toEqual({})
})
