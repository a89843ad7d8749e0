import type { AssetCode } from '@specie/protocol/assets.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { post } from '@specie/test/post.ts'
import { followed } from '@specie/test/reports/follow.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import type { Report } from '../document/report.ts'
import { makeReport } from '../reports.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

const envAt = (at: string) => {
  const now = new Date(at)
  const clock = { now: () => now, settlement: () => now, wall: () => now.getTime(), elapsed: () => 0 }
  return testEnv(database, { clock })
}

/** A mint whose money is in the reserve. */
async function minted(at: string, cents: bigint): Promise<void> {
  const chf: AssetCode = 'CHF'
  const coins = cents * 10_000n
  await post(envAt(at), {
    key: `test:${at}`,
    kind: 'mint_booked',
    lines: [
      debit(account('reserve', 'bank', chf), cents),
      credit(account('reserve', 'redemption_liability', chf), cents),
      debit(account('supply', 'circulating', 'VCHF'), coins),
      credit(account('supply', 'issued', 'ETH', 'VCHF'), coins),
    ],
  })
}

/** The bank's statement of the reserve. */
async function stated(day: string, closing: bigint): Promise<void> {
  await database.owner.query(
    `insert into banking.bank_account (iban, purpose, currency, qriban, sortcode, account, bic, name)
     values ('CH9300762011623852957', 'reserve', 'CHF', null, null, null, 'UATBCHZZ', 'Reserve') on conflict do nothing`,
  )
  await database.owner.query(
    `insert into banking.file (sha256, received_at) values ('01', now()) on conflict do nothing`,
  )
  await database.owner.query(
    `insert into banking.message (file, account, kind, format, sequence, content, created_at, from_date, to_date, opening, closing)
     values ('01', 'CH9300762011623852957', 'camt.053', 'camt.053', $1, '', now(), $2, $2, 0, $3)`,
    [Number(day.slice(8)), day, closing],
  )
}

const rowsOf = (report: Report, table: string) =>
  report.tables.find(({ name }) => name === table)!.rows.map(({ cells }) => cells.join(' '))

test('the reserve of a month day by day, with its coins, what moved it and where each figure comes from', async () => {
  await minted('2026-10-31T12:00:00Z', 100_000n)
  await minted('2026-11-03T12:00:00Z', 50_000n)
  const report = await makeReport(envAt('2026-11-05T12:00:00Z'), 'reserve', '2026-11')
  const days = rowsOf(report, 'cover').filter((row) => row.startsWith('VCHF'))
  expect(days).toEqual([
    'VCHF 2026-11-01 CHF 1000 0 0 1000 1000 0 1',
    'VCHF 2026-11-02 CHF 1000 0 0 1000 1000 0 1',
    'VCHF 2026-11-03 CHF 1500 0 0 1500 1500 0 1',
    'VCHF 2026-11-04 CHF 1500 0 0 1500 1500 0 1',
    'VCHF 2026-11-05 CHF 1500 0 0 1500 1500 0 1',
  ])
  expect(
    rowsOf(report, 'supply')
      .filter((row) => row.startsWith('VCHF ETH'))
      .at(-1),
  ).toBe('VCHF ETH 2026-11-05 1500')
  expect(rowsOf(report, 'movements')).toEqual(['CHF bank mint_booked 1 500 0'])
  expect(report.final).toBe(false)
  expect(report.checks.map(({ ok }) => ok)).toEqual([true, true])
  const { figures, wrong } = await followed(database.owner, report)
  expect(wrong).toEqual([])
  expect(figures).toBeGreaterThan(60)
  expect(report.documents[0]!.content.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a statement of the bank that differs from the ledger is named', async () => {
  await minted('2026-11-03T12:00:00Z', 50_000n)
  await stated('2026-11-03', 50_000n)
  await stated('2026-11-04', 49_999n)
  const report = await makeReport(envAt('2026-12-05T12:00:00Z'), 'reserve', '2026-11')
  expect(rowsOf(report, 'statements')).toEqual([
    'CH9300762011623852957 UATBCHZZ CHF 2026-11-03 500 500 0',
    'CH9300762011623852957 UATBCHZZ CHF 2026-11-04 499.99 500 -0.01',
  ])
  expect(report.checks[1]).toMatchObject({ ok: false, detail: 'CH9300762011623852957 2026-11-04' })
  expect((await followed(database.owner, report)).wrong).toEqual([])
  expect(report.final).toBe(true)
})
