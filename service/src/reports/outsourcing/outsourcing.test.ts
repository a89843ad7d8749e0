import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { followed } from '@specie/test/reports/follow.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import type { Report } from '../document/report.ts'
import { makeReport } from '../reports.ts'
import { saveService } from './register.ts'

let database: TestDatabase
let env: Env

beforeEach(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  env = { ...env, config: { ...env.config, bankUrl: 'http://bank.example', companyLei: '5493001KJTIIGC8Y1R12' } }
})
afterEach(() => database.drop())

const service = {
  code: 'bank',
  provider: 'Bank of Zarkovia',
  provider_code: '549300ZARKOVIA000000',
  provider_country: 'CH',
  function: 'Accounts of clients’ money',
  is_critical: true,
  data_country: 'CH',
  contract: 'C-1',
  starts_on: '2026-01-01',
  ends_on: null,
  exit_plan: 'A second bank within 30 days',
  is_ended: false,
}

const save = (over: object, at: string) =>
  env.db.tx((tx) => saveService(env, tx, { ...service, ...over }, { actor: 'a person', why: 'w', at: new Date(at) }))

const rowsOf = (report: Report, table: string) =>
  report.tables.find(({ name }) => name === table)!.rows.map(({ cells }) => cells.join('|'))

test('services that the settings name are missing until staff have registered them', async () => {
  const before = await makeReport(env, 'outsourcing', '2026-11-18')
  expect(rowsOf(before, 'missing')).toContainEqual(expect.stringMatching(/^bank\|.*\|BANK_URL$/))
  expect(before.checks[0]).toMatchObject({ ok: false, detail: expect.stringContaining('bank') })
  await save({}, '2026-11-18T12:00:00Z')
  const after = await makeReport(env, 'outsourcing', '2026-11-18')
  expect(rowsOf(after, 'missing').filter((row) => row.startsWith('bank'))).toEqual([])
  expect(rowsOf(after, 'register')).toEqual([
    'bank|Bank of Zarkovia|549300ZARKOVIA000000|CH|Accounts of clients’ money|yes|CH|C-1|2026-01-01||A second bank within 30 days|no',
  ])
  expect(rowsOf(after, 'b_02.02')).toEqual([
    'C-1|5493001KJTIIGC8Y1R12|549300ZARKOVIA000000|bank|2026-01-01|9999-12-31|CH|CH|CH',
  ])
  expect((await followed(database.owner, after)).wrong).toEqual([])
})

test('a report of an earlier day has the register of that day; no row is changed', async () => {
  await save({}, '2026-11-16T12:00:00Z')
  await save({ contract: 'C-2', is_ended: true }, '2026-11-17T12:00:00Z')
  const contractOn = async (day: string) =>
    rowsOf(await makeReport(env, 'outsourcing', day), 'register')[0]!.split('|')[7]
  expect([await contractOn('2026-11-16'), await contractOn('2026-11-17')]).toEqual(['C-1', 'C-2'])
  // An ended service is in the register, not in the tables for the authority.
  expect(rowsOf(await makeReport(env, 'outsourcing', '2026-11-17'), 'b_05.01')).toEqual([])
  await expect(database.owner.query(`update reports.outsourced_service set code = 'x'`)).rejects.toThrow('append-only')
})
