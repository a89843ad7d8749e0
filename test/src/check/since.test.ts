import { audit } from '@specie/service/base/audit/audit.ts'
import { checkAllOf } from '@specie/service/checks/check.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, pastTriggers, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { post } from '../post.ts'
import { traceKey } from '../trace-key.ts'

// A check begins where the last successful one ended, and that position cannot be moved past unchecked rows.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const check = () => checkAllOf(database.app, { full: false, at: new Date(), anchor: { traceKey } })

test('a check with a forged end position still sees later rows', async () => {
  expect((await check()).rows.filter((row) => !row.ok)).toEqual([])
  const [noted] = await database.app.query<{ body: string }>('select body from audit.entry order by seq desc limit 1')
  expect(JSON.parse(noted!.body)).toMatchObject({ action: 'check.passed' })
  const end = String(10n ** 18n)
  const detail = { journals: end, versions: end, orders: end, history: end }
  await database.app.tx((tx) =>
    audit(tx, { actor: 'somebody', action: 'check.passed', subject: 'specie check', detail }),
  )
  await post(testEnv(database), {
    key: 'nobody:1:made',
    kind: 'wire_booked',
    lines: [debit(account('client', 'bank', 'CHF'), 5n), credit(account('client', 'unallocated', 'CHF'), 5n)],
  })
  const { rows, since } = await check()
  expect(since.full).toBe(false)
  expect(rows.filter((row) => !row.ok).map((row) => row.detail)).toContainEqual(
    expect.stringContaining('nobody:1:made'),
  )
})

test('a change past the service is noted as a failed check', async () => {
  const insert = `insert into compliance.list_source (list, source) values ('Nobody Ltd', 'refuse')`
  await database.app.query(insert)
  await pastTriggers(database.owner, `update compliance.list_source set source = 'review'`)
  const { rows } = await check()
  const broken = rows.filter((row) => !row.ok).map(({ what }) => what)
  expect(broken).toContain('compliance.list_source: unchanged since the service wrote it')
  const [noted] = await database.app.query<{ body: string }>('select body from audit.entry order by seq desc limit 1')
  expect(JSON.parse(noted!.body)).toMatchObject({
    action: 'check.failed',
    detail: { broken: expect.arrayContaining([expect.stringContaining('compliance.list_source')]) },
  })
})
