import { randomUUID } from 'node:crypto'
import { readCamt, type Statement } from '@specie/payments/camt.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { scriptedBank } from '@specie/test/scripted-bank.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { learnAccounts } from '../banking/own-accounts.ts'
import { systemClock } from '../base/clock.ts'
import type { Env } from '../base/env.ts'
import { account } from '../ledger/chart.ts'
import { credit, debit } from '../ledger/journal.ts'
import { post } from '../ledger/post.ts'
import { camtDocuments, cell, csvDocument } from './statement-documents.ts'
import { statementsOf } from './statement.ts'

let database: TestDatabase
let env: Env

beforeAll(async () => {
  database = await freshDatabase()
  await learnAccounts({ db: database.app }, await scriptedBank().accounts())
  env = testEnv(database)
})
afterAll(() => database.drop())

const day = (n: number): Date => new Date(Date.UTC(2026, 2, n))
const bank = account('client', 'bank', 'CHF')
const own = (id: string, name: 'available' | 'pending') => account('client', name, id, 'CHF')
let count = 0
const shown = async (...asked: Parameters<typeof statementsOf>) => (await statementsOf(...asked)).statements

async function moved(id: string, at: Date, amount: bigint, meta: Record<string, string> = {}): Promise<void> {
  const lines =
    amount > 0n
      ? [debit(bank, amount), credit(own(id, 'available'), amount)]
      : [debit(own(id, 'available'), -amount), credit(bank, -amount)]
  const clock = { ...systemClock, now: () => at }
  await post({ ...env, clock }, { key: `move:${id}:${++count}`, kind: 'wire_credited', lines, meta })
}

test('opening, movements and closing of a period, on every edge', async () => {
  const id = randomUUID()
  await moved(id, day(1), 1_000n)
  await moved(id, day(2), 500n, { ref: 'in', bankref: 'B1', value: '2026-03-02' })
  const inner = [debit(own(id, 'available'), 300n), credit(own(id, 'pending'), 300n)]
  await post(
    { ...env, clock: { ...systemClock, now: () => day(2) } },
    { key: `inner:${id}`, kind: 'inner', lines: inner },
  )
  await moved(id, day(3), -200n)
  const [march2] = await shown(env, id, { from: day(2), to: day(3) }, undefined)
  expect(march2).toMatchObject({ asset: 'CHF', opening: 1_000n, closing: 1_500n })
  expect(march2!.movements).toMatchObject([
    { kind: 'wire_credited', ref: 'in', bankref: 'B1', value_date: '2026-03-02', amount: 500n, balance: 1_500n },
  ])
  const [all] = await shown(env, id, { from: day(1), to: day(4) }, 'CHF')
  expect(all).toMatchObject({ opening: 0n, closing: 1_300n })
  expect(await shown(env, id, { from: day(1), to: day(4) }, 'GBP')).toEqual([
    { asset: 'GBP', opening: 0n, closing: 0n, movements: [] },
  ])
  expect(await shown(env, randomUUID(), { from: day(1), to: day(4) }, undefined)).toEqual([])
})

test('whatever moved and whatever the period: opening + movements = closing, and periods join', async () => {
  const moves = fc.array(fc.record({ day: fc.integer({ min: 1, max: 9 }), amount: fc.bigInt(1n, 10n ** 15n) }), {
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(moves, fc.integer({ min: 1, max: 9 }), async (list, cut) => {
      const id = randomUUID()
      for (const { day: n, amount } of list) await moved(id, day(n), amount)
      const [before] = await shown(env, id, { from: day(1), to: day(cut) }, 'CHF')
      const [after] = await shown(env, id, { from: day(cut), to: day(10) }, 'CHF')
      expect(before!.closing).toBe(after!.opening)
      expect(after!.closing).toBe(list.reduce((sum, { amount }) => sum + amount, 0n))
      expect(before!.movements.length + after!.movements.length).toBe(list.length)
    }),
    { numRuns: 20 },
  )
})

test('as CSV: RFC 4180, nothing that a spreadsheet would run', async () => {
  const id = randomUUID()
  await moved(id, day(1), 100_050n, { ref: '=HYPERLINK("x")', bankref: 'a,b' })
  await moved(id, day(2), -50n)
  const statements = await shown(env, id, { from: day(1), to: day(3) }, undefined)
  const { content, name } = csvDocument(statements, { from: day(1), to: day(3) })
  expect(name).toBe('specie-2026-03-01-2026-03-02.csv')
  expect(content.split('\r\n')).toEqual([
    'asset,at,kind,ref,bankref,value_date,amount,balance',
    'CHF,2026-03-01T00:00:00.000Z,opening,,,,,0',
    `CHF,2026-03-01T00:00:00.000Z,wire_credited,"'=HYPERLINK(""x"")","a,b",,1000.5,1000.5`,
    expect.stringMatching(/^CHF,2026-03-02T00:00:00.000Z,wire_credited,move:[^,]+,,,-0.5,1000$/),
    'CHF,2026-03-03T00:00:00.000Z,closing,,,,,1000',
    '',
  ])
  for (const wild of ['=1', '+1+2', '-1+2', '@x', '\tx']) expect(cell(wild)).toMatch(/^"?'/)
  expect([cell('-0.5'), cell('CHF'), cell('a"b')]).toEqual(['-0.5', 'CHF', '"a""b"'])
})

test('as camt.053: a bank’s reader finds the same money', async () => {
  const id = randomUUID()
  const withdrawal = randomUUID()
  await moved(id, day(1), 100_050n)
  await moved(id, day(2), -50n, { ref: withdrawal, value: '2026-03-03' })
  const period = { from: day(2), to: day(3) }
  const [document] = await camtDocuments(env, id, await shown(env, id, period, undefined), period)
  const [statement] = readCamt(document!.content) as Statement[]
  expect(statement).toMatchObject({
    currency: 'CHF',
    opening: 100_050n,
    closing: 100_000n,
    from: '2026-03-02',
    to: '2026-03-02',
  })
  expect(statement!.entries).toMatchObject([
    { direction: 'debit', amount: 50n, valueDate: '2026-03-03', endToEndId: withdrawal.replaceAll('-', '') },
  ])
})
