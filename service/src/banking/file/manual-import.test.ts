import { agree } from '@specie/test/people.ts'
import { createHash } from 'node:crypto'
import { bankFilesForEachTest, importAndAttribute, type Reported } from '@specie/test/banking/at-bank.ts'
import { asCollective, asMt940, bankOf, clientChf, recallOf } from '@specie/test/banking/bank-files.ts'
import type { TestDatabase } from '@specie/test/database.ts'
import { balances } from '@specie/test/balances.ts'
import { checkBank, verifyAudit } from '@specie/test/checks.ts'
import { afterEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { checkAll } from '../../checks/rule.ts'
import { listDeposits } from '../../transfers/deposit/list.ts'
import { attributeWires } from '../wire/attribute.ts'
import { type ManualFileReport, importManually } from './manual-import.ts'
import { bankingRules } from '../../checks/banking.ts'

// A manually imported file may come from anywhere: it moves nothing until the bank reports the same.

let database: TestDatabase
let env: Env
let acme: string
let quoting: Reported['quoting']
bankFilesForEachTest((reported) => ({ database, env, acme, quoting } = reported))
afterEach(async () => {
  expect((await checkAll(env.db, bankingRules)).filter((row) => !row.ok)).toEqual([])
})

const ann = { actor: 'operator ann', why: 'the line to the bank is down' }
const on = (day: string) => ({ bookingDate: day, valueDate: day })
const evening = { createdAt: '2026-03-02T22:00:00' }

const byHand = async (file: string): Promise<ManualFileReport> => {
  const report = await importManually(env, Buffer.from(file), ann)
  await attributeWires.run(env)
  return report
}
const polled = (file: string) => importAndAttribute(env, file)
const has = async () => (await balances(env, acme)).get('CHF') ?? { available: 0n, pending: 0n }
const spendable = async () => (await has()).available
const deposits = async () =>
  (await listDeposits(env, acme, {})).deposits.map(({ depositid, bankref, quantity, credited, status }) => ({
    depositid,
    bankref,
    quantity,
    credited,
    status,
  }))
const rowOfCheck = async () =>
  (await checkBank(env.db)).find((row) => row.what.startsWith('lines of manual files are on'))!
const count = async (table: string) =>
  Number((await env.db.query<{ n: bigint }>(`select count(*) as n from ${table}`))[0]!.n)
const openCases = async () =>
  (
    await env.db.query<{ kind: string }>('select kind from banking.bank_case where closed_at is null order by kind')
  ).map((one) => one.kind)
const auditOf = async (action: string) => {
  const [entry] = await env.db.query<{ body: string }>(
    `select body from audit.entry where body::jsonb ->> 'action' = $1 order by seq desc limit 1`,
    [action],
  )
  return JSON.parse(entry!.body)
}
const lastAudit = async () =>
  JSON.parse((await env.db.query<{ body: string }>('select body from audit.entry order by seq desc limit 1'))[0]!.body)

test('a forged notification is shown as pending, moves nothing, and is in the audit chain with hash, actor and reason', async () => {
  const forged = bankOf(clientChf).notify([quoting('FORGED', { amount: 420_000_000n })])
  expect(await byHand(forged)).toMatchObject({ outcome: 'taken', waiting: 1, known: 0, cases: [] })
  expect(await deposits()).toEqual([
    { depositid: expect.any(String), bankref: 'FORGED', quantity: '4200000', credited: '0', status: 'pending' },
  ])
  // The ledger has no trace of it, so nothing can be withdrawn.
  expect(await has()).toEqual({ available: 0n, pending: 0n })
  expect([await count('ledger.journal'), await count('banking.entry'), await count('banking.message')]).toEqual([
    0, 0, 0,
  ])
  const sha256 = createHash('sha256').update(forged).digest('hex')
  expect(await lastAudit()).toMatchObject({
    actor: 'operator ann',
    action: 'bank_file.imported',
    subject: `file ${sha256}`,
    detail: { sha256, why: ann.why, messages: ['camt.054 1 of CH0308998000010010010'] },
  })
  expect(await verifyAudit(env.db)).toMatchObject({ ok: true })
  // A waiting line is no break, and is listed.
  expect(await rowOfCheck()).toMatchObject({
    ok: true,
    note: expect.stringMatching(/not believed yet: FORGED, 4200000 CHF of 2026-03-02 .*taken by operator ann/),
  })
})

test('a statement of the day without it is a break until the file is retracted; its money was never spendable', async () => {
  const truth = bankOf(clientChf)
  const { sha256 } = await byHand(
    bankOf(clientChf).notify([quoting('FORGED', { amount: 420_000_000n }), quoting('W1')]),
  )
  expect(await polled(truth.notify([quoting('W1')]))).toEqual([])
  expect(await polled(truth.state(evening))).toEqual(['manual_mismatch'])
  expect(await rowOfCheck()).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^no statement has FORGED, 4200000 CHF/),
  })
  expect(await spendable()).toBe(100_000n)
  await expect(agree(env, 'bank.retract_file', { sha256: 'ab'.repeat(32) })).rejects.toThrow(/There is no file/)
  await agree(env, 'bank.retract_file', { sha256 }, 'the bank never wrote it')
  expect(await auditOf('bank_file.retracted')).toMatchObject({ detail: { why: 'the bank never wrote it', sha256 } })
  expect([(await rowOfCheck()).ok, await openCases()]).toEqual([true, []])
  expect((await deposits()).map(({ bankref, status }) => [bankref, status])).toEqual([['W1', 'credited']])
  await expect(agree(env, 'bank.retract_file', { sha256 })).rejects.toThrow(/already decided/)
  // A retracted line cannot be restored, not even by SQL with the service's role.
  await expect(
    database.app.query(`update banking.manual_line set state = 'waiting' where state = 'retracted'`),
  ).rejects.toThrow(/cannot change/)
})

test.each(['camt.054', 'camt.053', 'mt940', 'the same bytes'])(
  'a genuine one is spendable once the bank reports it by %s, exactly once, and keeps its id',
  async (by) => {
    const bank = bankOf(clientChf)
    const file = bank.notify([quoting('W1')])
    await byHand(file)
    const [pendingDeposit] = await deposits()
    const truth = bankOf(clientChf)
    truth.book([quoting('W1')])
    const stated = truth.state(evening)
    const files = {
      'camt.054': bankOf(clientChf)
        .notify([quoting('W1')])
        .replaceAll('N1', 'M1'),
      'camt.053': stated,
      mt940: asMt940(stated, true),
      'the same bytes': file,
    }
    expect(await polled(files[by as keyof typeof files])).toEqual([])
    expect(await deposits()).toEqual([{ ...pendingDeposit, credited: '1000', status: 'credited' }])
    expect(await has()).toEqual({ available: 100_000n, pending: 0n })
    // Imported again, manually or over the channel: nothing changes.
    expect(await byHand(file)).toMatchObject({ outcome: 'repeated' })
    await polled(stated)
    await polled(file)
    expect(await has()).toEqual({ available: 100_000n, pending: 0n })
    expect((await rowOfCheck()).note).toBeUndefined()
    expect(await openCases()).toEqual([])
  },
)

test('a line that the bank has reported already does not wait', async () => {
  const bank = bankOf(clientChf)
  await polled(bank.notify([quoting('W1'), quoting('W2')]))
  expect(await byHand(bank.state(evening))).toMatchObject({ waiting: 0, known: 2 })
  // The statement was imported manually: it has confirmed nothing and closed no day.
  expect(await env.db.query('select confirmed_by from banking.entry')).toEqual([
    { confirmed_by: null },
    { confirmed_by: null },
  ])
  expect(await count('banking.message')).toBe(1)
})

test('two manual files with the same movement are shown once', async () => {
  const bank = bankOf(clientChf)
  await byHand(bank.notify([quoting('W1'), quoting('W2')]))
  const stated = bank.state(evening)
  expect(await byHand(stated)).toMatchObject({ outcome: 'taken', waiting: 0 })
  expect(await byHand(asMt940(stated, true))).toMatchObject({ outcome: 'taken', waiting: 0 })
  expect(await byHand(asCollective(stated))).toMatchObject({ outcome: 'taken', waiting: 0, unclear: 1 })
  expect(new Set((await deposits()).map(({ bankref }) => bankref))).toEqual(new Set(['W1', 'W2']))
  expect(await deposits()).toHaveLength(2)
})

test('a manual file does not use its sequence number: the bank’s file with that number is booked', async () => {
  await byHand(bankOf(clientChf).notify([quoting('FORGED')]))
  await byHand(bankOf(clientChf).state(evening))
  const truth = bankOf(clientChf)
  expect(await polled(truth.notify([quoting('W1', { endToEndId: 'OTHER' })]))).toEqual([])
  expect(await polled(truth.state(evening))).toEqual(['manual_mismatch'])
  expect(await spendable()).toBe(100_000n)
})

test('a recall in a manual file reverses nothing', async () => {
  const wire = quoting('W1')
  await polled(bankOf(clientChf).notify([wire]))
  expect(await byHand(bankOf(clientChf).notify([recallOf(wire, 'R1')]))).toMatchObject({ waiting: 1 })
  expect(await spendable()).toBe(100_000n)
  expect((await deposits()).map(({ status }) => status)).toEqual(['credited'])
})

test('a day that the channel missed waits; a late statement confirms it', async () => {
  const truth = bankOf(clientChf)
  await polled(truth.state(evening))
  truth.book([quoting('W1', on('2026-03-03'))])
  const missed = truth.state({ from: '2026-03-03', to: '2026-03-03', createdAt: '2026-03-03T22:00:00' })
  const next = truth.state({ from: '2026-03-04', to: '2026-03-04', createdAt: '2026-03-04T22:00:00' })
  expect(await polled(next)).toEqual(['sequence_gap'])
  await byHand(missed.replace('S2', 'X2'))
  expect((await rowOfCheck()).ok).toBe(true)
  expect((await deposits()).map(({ status }) => status)).toEqual(['pending'])
  await polled(missed)
  expect([await spendable(), await openCases()]).toEqual([100_000n, []])
})

test.each([
  ['a day that was stated before', '2026-03-01', '2026-03-03'],
  ['a day far ahead', '2030-01-04', '2029-06-01'],
])('a forged entry of %s is a break', async (_what, day, stated) => {
  const truth = bankOf(clientChf)
  await polled(truth.state({ from: '2026-02-27', to: '2026-02-27' }))
  await byHand(bankOf(clientChf).notify([quoting('FORGED', on(day))]))
  expect(await polled(truth.state({ from: stated, to: stated }))).toEqual(['manual_mismatch'])
  expect((await rowOfCheck()).ok).toBe(false)
})

test('two people vouch for a file; then it is booked like any other', async () => {
  const file = bankOf(clientChf).notify([quoting('W1')])
  const { sha256 } = await byHand(file)
  for (const column of ['confirmed', 'retracted'])
    await expect(
      database.app.query(`update banking.manual_file set ${column}_by = 'ben', ${column}_at = now()`),
    ).rejects.toThrow(/needs the approval of a second person/)
  expect(await spendable()).toBe(0n)
  await agree(env, 'bank.import', { sha256 }, 'compared with the letter of the bank')
  await attributeWires.run(env)
  expect(await auditOf('bank_file.vouched_for')).toMatchObject({ actor: expect.stringMatching(/^person:/) })
  expect(await has()).toEqual({ available: 100_000n, pending: 0n })
  expect(await polled(file)).toEqual([])
  expect(await spendable()).toBe(100_000n)
})

test('a manual import needs permission in production', async () => {
  const file = Buffer.from(bankOf(clientChf).notify([quoting('W1')]))
  const strict = { ...env, config: { ...env.config, bankFilesByHand: false } }
  await expect(importManually(strict, file, ann)).rejects.toThrow(/BANK_FILES_BY_HAND/)
  expect(await count('banking.manual_file')).toBe(0)
})
