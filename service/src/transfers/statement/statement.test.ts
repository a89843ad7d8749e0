import { randomUUID } from 'node:crypto'
import { readCamt, type Statement } from '@specie/payments/camt.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { scriptedBank } from '@specie/test/banking/scripted-bank.ts'
import fc from 'fast-check'
import { institutionWith } from '@specie/test/trading.ts'
import { post } from '@specie/test/post.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeBankAccounts } from '../../banking/account/own-accounts.ts'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { camtDocuments, csvDocument } from './documents.ts'
import { type Period, statementsOf } from './statement.ts'

let database: TestDatabase
let env: Env

beforeAll(async () => {
  database = await freshDatabase()
  await storeBankAccounts({ db: database.app }, await scriptedBank().accounts())
  env = testEnv(database)
})
afterAll(() => database.drop())

const day = (n: number): Date => new Date(Date.UTC(2026, 2, n))
const bank = account('client', 'bank', 'CHF')
const own = (id: string, name: 'available' | 'pending') => account('client', name, id, 'CHF')
let count = 0
const listStatements = async (...args: Parameters<typeof statementsOf>) => (await statementsOf(...args)).statements

async function moved(
  id: string,
  at: Date,
  amount: bigint,
  meta: Record<string, string> = {},
  key = `move:${id}:${++count}`,
): Promise<void> {
  const lines =
    amount > 0n
      ? [debit(bank, amount), credit(own(id, 'available'), amount)]
      : [debit(own(id, 'available'), -amount), credit(bank, -amount)]
  const clock = { ...systemClock, now: () => at }
  await post({ ...env, clock }, { key, kind: 'wire_credited', lines, meta })
}

test('opening, movements and closing of a period, on every boundary', async () => {
  const id = randomUUID()
  await moved(id, day(1), 1_000n)
  const depositid = randomUUID()
  await moved(id, day(2), 500n, { bankref: 'B1', value: '2026-03-02' }, `wire:${depositid}:credited`)
  const inner = [debit(own(id, 'available'), 300n), credit(own(id, 'pending'), 300n)]
  await post(
    { ...env, clock: { ...systemClock, now: () => day(2) } },
    { key: `inner:${id}`, kind: 'inner', lines: inner },
  )
  await moved(id, day(3), -200n)
  const [march2] = await listStatements(env, id, { from: day(2), to: day(3) }, undefined)
  expect(march2).toMatchObject({ asset: 'CHF', opening: 1_000n, closing: 1_500n })
  expect(march2!.movements).toMatchObject([
    {
      kind: 'wire_credited',
      ref: depositid,
      reftype: 'depositid',
      bankref: 'B1',
      value_date: '2026-03-02',
      amount: 500n,
      balance: 1_500n,
    },
  ])
  const [all] = await listStatements(env, id, { from: day(1), to: day(4) }, 'CHF')
  expect(all).toMatchObject({ opening: 0n, closing: 1_300n })
  expect(await listStatements(env, id, { from: day(1), to: day(4) }, 'GBP')).toEqual([
    { asset: 'GBP', opening: 0n, closing: 0n, movements: [] },
  ])
  expect(await listStatements(env, randomUUID(), { from: day(1), to: day(4) }, undefined)).toEqual([])
})

test('for any movements and periods: opening + movements = closing, and periods are contiguous', async () => {
  const moves = fc.array(fc.record({ day: fc.integer({ min: 1, max: 9 }), amount: fc.bigInt(1n, 10n ** 15n) }), {
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(moves, fc.integer({ min: 1, max: 9 }), async (list, cut) => {
      const id = randomUUID()
      for (const { day: n, amount } of list) await moved(id, day(n), amount)
      const [before] = await listStatements(env, id, { from: day(1), to: day(cut) }, 'CHF')
      const [after] = await listStatements(env, id, { from: day(cut), to: day(10) }, 'CHF')
      expect(before!.closing).toBe(after!.opening)
      expect(after!.closing).toBe(list.reduce((sum, { amount }) => sum + amount, 0n))
      expect(before!.movements.length + after!.movements.length).toBe(list.length)
    }),
    { numRuns: 20 },
  )
})

test('as CSV: RFC 4180, without formulas that a spreadsheet would execute', async () => {
  const id = randomUUID()
  await moved(id, day(1), 100_050n, { bankref: '=HYPERLINK("x"),b' }, `deposit:${id}:booked`)
  await moved(id, day(2), -50n)
  const statements = await listStatements(env, id, { from: day(1), to: day(3) }, undefined)
  const { content, name } = csvDocument(statements, { from: day(1), to: day(3) })
  expect(name).toBe('specie-2026-03-01-2026-03-02.csv')
  expect(content.split('\r\n')).toEqual([
    'asset,at,kind,ref,reftype,bankref,value_date,amount,balance,phrase,counterparty',
    'CHF,2026-03-01T00:00:00.000Z,opening,,,,,,0,,',
    `CHF,2026-03-01T00:00:00.000Z,wire_credited,${id},depositid,"'=HYPERLINK(""x""),b",,1000.5,1000.5,Wire,`,
    expect.stringMatching(/^CHF,2026-03-02T00:00:00.000Z,wire_credited,move:[^,]+,,,,-0.5,1000,Correction,$/),
    'CHF,2026-03-03T00:00:00.000Z,closing,,,,,,1000,,',
    '',
  ])
})

describe('as camt.053', () => {
  const camtOf = async (id: string, period: Period) => {
    const [document] = await camtDocuments(env, id, await listStatements(env, id, period, undefined), period)
    return document!.content
  }
  const parsed = async (id: string, period: Period) => (readCamt(await camtOf(id, period)) as Statement[])[0]!

  test('a camt reader finds the same amounts, our reference of each entry and the bank’s reference', async () => {
    const id = await institutionWith(env, database, {})
    await moved(id, day(1), 100_050n)
    await moved(id, day(2), -50n, { bankref: 'BANK-77', value: '2026-03-03' }, `wire:${id}:recalled`)
    const noon = (n: number) => new Date(day(n).getTime() + 43_200_000)
    const xml = await camtOf(id, { from: day(2), to: noon(2) })
    const [statement] = readCamt(xml) as Statement[]
    expect(statement).toMatchObject({ currency: 'CHF', opening: 100_050n, closing: 100_000n })
    expect(statement!.entries).toMatchObject([
      { direction: 'debit', amount: 50n, valueDate: '2026-03-03', unstructured: `wire_credited depositid ${id}` },
    ])
    expect(xml).toContain('<FrToDt><FrDtTm>2026-03-02T00:00:00.000Z</FrDtTm><ToDtTm>2026-03-02T12:00:00.000Z</ToDtTm>')
    expect(xml).toMatch(/<Ntry><NtryRef>(\d+)<\/NtryRef>.*<AcctSvcrRef>\1<\/AcctSvcrRef>.*<AcctSvcrRef>BANK-77</)
  })

  test('two of one day have different ids, numbers increase per institution and currency, and a repeat is the same', async () => {
    const [id, other] = [await institutionWith(env, database, {}), await institutionWith(env, database, {})]
    for (const one of [id, other]) await moved(one, day(1), 100n)
    const at = (hour: number) => new Date(day(1).getTime() + hour * 3_600_000)
    const periods = [1, 2, 3].map((hour) => ({ from: at(hour - 1), to: at(hour) }))
    const together = await Promise.all(periods.map((period) => parsed(id, period)))
    const repeated = [...together, await parsed(other, periods[0]!)]
    expect(together.map((one) => Number(one.sequence)).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
    expect(repeated.at(-1)!.sequence).toBe(1n)
    expect(new Set(repeated.map((one) => one.messageId)).size).toBe(4)
    expect(new Set(repeated.map((one) => one.statementId)).size).toBe(4)
    expect(await Promise.all(periods.map((period) => parsed(id, period)))).toEqual(together)
    expect((await parsed(id, { from: at(0), to: at(5) })).sequence).toBe(4n)
  })
})

test('a period of 10,000 movements is complete, a longer one is refused', async () => {
  const id = randomUUID()
  const clock = { ...systemClock, now: () => day(1) }
  const wires = Array.from({ length: 10_000 }, (_, n) => ({
    key: `many:${id}:${n}`,
    kind: 'wire_credited',
    lines: [debit(bank, 1n), credit(own(id, 'available'), 1n)],
  }))
  for (let n = 0; n < wires.length; n += 1_000)
    await env.db.tx((tx) => postIn({ ...env, clock }, tx, wires.slice(n, n + 1_000)))
  const [march1] = await listStatements(env, id, { from: day(1), to: day(2) }, 'CHF')
  expect([march1!.movements.length, march1!.closing]).toEqual([10_000, 10_000n])
  await moved(id, day(2), 1n)
  await expect(listStatements(env, id, { from: day(1), to: day(3) }, 'CHF')).rejects.toMatchObject({
    code: 'bad_request',
    details: { field: 'to', rule: 'too_long' },
  })
})
