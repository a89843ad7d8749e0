import type { BankEntry } from '@specie/payments/camt.ts'
import { bankFilesForEachTest, type BankFiles, type Reported } from '@specie/test/banking/at-bank.ts'
import { bankOf, clientChf, clientGbp, entryOf, recallOf, reserveChf } from '@specie/test/banking/bank-files.ts'
import type { TestDatabase } from '@specie/test/database.ts'
import { balances } from '@specie/test/balances.ts'
import { checkBank } from '@specie/test/checks.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { attributeWires } from '../wire/attribute.ts'
import { importFile } from './import.ts'
import { fundingReference, registerSender } from '../wire/references.ts'

let database: TestDatabase
let env: Env
let bank: BankFiles
let acme: string
let qrr: string
let quoting: Reported['quoting']
bankFilesForEachTest((reported) => ({ database, env, bank, acme, qrr, quoting } = reported))

const institution = (name: string) => newInstitution(env.db, { name })

const importText = (file: string) => importFile(env, Buffer.from(file))
const settle = () => attributeWires.run(env)
const chf = async (who = acme) => (await balances(env, who)).get('CHF') ?? { available: 0n, pending: 0n }
const kinds = ({ cases }: { cases: { kind: string }[] }) => cases.map((one) => one.kind)
const openCases = async () =>
  (await env.db.query<{ kind: string }>('select kind from banking.bank_case where closed_at is null order by id')).map(
    (row) => row.kind,
  )
const problems = async () =>
  (
    await env.db.query<{ problem: string }>(
      `select detail ->> 'problem' as problem from banking.bank_case where closed_at is null order by id`,
    )
  ).map(({ problem }) => problem)
const wires = () =>
  env.db.query<{ bankref: string; state: string; hold: string | null }>(
    `select bankref, wire.state, hold.reason as hold
     from banking.wire left join compliance.hold on subject_id = wire.id order by bankref`,
  )
const bankBreaks = async () => (await checkBank(env.db)).filter((row) => !row.ok)

test('a wire with the institution’s reference is credited once, however often the bank reports it', async () => {
  const file = bank.notify([quoting('W1')])
  expect(await importText(file)).toMatchObject({ outcome: 'imported', cases: [] })
  expect(await chf()).toEqual({ available: 0n, pending: 0n })
  await settle()
  expect(await chf()).toEqual({ available: 100_000n, pending: 0n })
  expect(await importText(file)).toMatchObject({ outcome: 'repeated' })
  expect(await importText(bank.state())).toMatchObject({ outcome: 'imported', cases: [] })
  await settle()
  expect(await chf()).toEqual({ available: 100_000n, pending: 0n })
  expect(await bankBreaks()).toEqual([])
})

test('a notification generated again with the same content changes nothing', async () => {
  const twin = bankOf(clientChf)
  twin.notify([])
  await importText(bank.notify([quoting('W1')]))
  const anew = twin.notify([quoting('W1')], { sequence: 1n })
  expect(await importText(anew)).toMatchObject({ outcome: 'imported', messages: [], cases: [] })
  await settle()
  expect((await chf()).available).toBe(100_000n)
})

test('a sequence number with other content is not booked and opens a case', async () => {
  await importText(bank.notify([quoting('W1')]))
  const report = await importText(bankOf(clientChf).notify([quoting('W2')]))
  expect(kinds(report)).toEqual(['duplicate_sequence'])
  await settle()
  expect(await wires()).toEqual([{ bankref: 'W1', state: 'credited', hold: null }])
})

test('a missing file opens a case, delays no money, and closes the case when it arrives', async () => {
  const [one, two, three] = [bank.notify([quoting('W1')]), bank.notify([quoting('W2')]), bank.notify([quoting('W3')])]
  await importText(one)
  expect(kinds(await importText(three))).toEqual(['sequence_gap'])
  await settle()
  expect((await chf()).available).toBe(200_000n)
  expect(await importText(two)).toMatchObject({ cases: [] })
  await settle()
  expect((await chf()).available).toBe(300_000n)
  expect(await openCases()).toEqual([])
})

test('a statement that does not add up, or does not open where the last one closed, opens a case', async () => {
  await importText(bank.notify([quoting('W1')]))
  expect(kinds(await importText(bank.state({ closing: 90_000n })))).toEqual(['balance_break'])
  expect(await bankBreaks()).toMatchObject([{ ok: false, detail: expect.stringContaining('closes at 90000 CHF') }])
  const next = await importText(bank.state({ opening: 100_000n, closing: 100_000n }))
  expect(next.cases).toMatchObject([{ kind: 'balance_break', detail: { balance: 'opening', expected: '90000' } }])
  expect(await bankBreaks()).toEqual([])
})

test('an entry that only the statement has is booked with a case; its late notification closes the case', async () => {
  await importText(bank.notify([quoting('W1')]))
  const late = bank.notify([quoting('W2', { amount: 5_000n })])
  expect(kinds(await importText(bank.state()))).toEqual(['missing_in_notification'])
  await settle()
  expect((await chf()).available).toBe(105_000n)
  expect(await bankBreaks()).toEqual([])
  await importText(late)
  await settle()
  expect((await chf()).available).toBe(105_000n)
  expect(await openCases()).toEqual([])
})

test('an entry that the statement of its day leaves out opens a case', async () => {
  await importText(bank.notify([quoting('W1')]))
  const report = await importText(bank.state({ entries: [], closing: 0n }))
  expect(kinds(report)).toEqual(['missing_in_statement'])
})

test('an entry that differs on the statement opens a case and changes nothing', async () => {
  await importText(bank.notify([quoting('W1')]))
  const other = quoting('W1', { amount: 7n })
  expect(kinds(await importText(bank.state({ entries: [other], closing: 7n })))).toEqual(['entry_differs'])
  await settle()
  expect((await chf()).available).toBe(100_000n)
})

test('a debit that no payout of ours explains opens a case and moves nothing', async () => {
  await importText(bank.notify([quoting('W1')]))
  const stray = entryOf('D1', { direction: 'debit', amount: 10n })
  expect(kinds(await importText(bank.notify([stray])))).toEqual(['unmatched_entry'])
  await importText(bank.state())
  expect(await bankBreaks()).toMatchObject([{ ok: false }])
})

test('a credit to the reserve that is no sweep opens a case', async () => {
  expect(kinds(await importText(bankOf(reserveChf).notify([entryOf('R1')])))).toEqual(['unmatched_entry'])
})

test('pounds to the virtual account find their institution', async () => {
  const virtual = await env.db.tx((tx) => fundingReference(env, tx, acme, 'GBP'))
  expect(virtual).toMatch(/^04-00-80 \d{8}$/)
  expect(await env.db.tx((tx) => fundingReference(env, tx, acme, 'GBP'))).toBe(virtual)
  const entry = entryOf('G1', {
    currency: 'GBP',
    creditorAccount: virtual,
    counterparty: { name: 'ACME TREASURY', account: null, bic: null },
  })
  await importText(bankOf(clientGbp).notify([entry]))
  await settle()
  expect((await balances(env, acme)).get('GBP')).toEqual({ available: 100_000n, pending: 0n })
})

test('a wire without a reference waits, and finds its owner when the sender’s account is registered', async () => {
  await importText(bank.notify([entryOf('W1')]))
  await settle()
  expect(await wires()).toEqual([{ bankref: 'W1', state: 'unidentified', hold: null }])
  expect(await chf()).toEqual({ available: 0n, pending: 0n })
  await database.owner.tx((tx) => registerSender(env, tx, acme, 'CH93 0076 2011 6238 5295 7'))
  await settle()
  expect((await chf()).available).toBe(100_000n)
})

test('a sender account belongs to one institution', async () => {
  const other = await institution('Other AG')
  await database.owner.tx((tx) => registerSender(env, tx, acme, 'CH9300762011623852957'))
  await expect(database.owner.tx((tx) => registerSender(env, tx, other, 'CH9300762011623852957'))).rejects.toThrow(
    /another/,
  )
  await expect(database.owner.tx((tx) => registerSender(env, tx, other, 'CH9300762011623852958'))).rejects.toThrow(
    /neither an IBAN/,
  )
})

test('money from a third party is held', async () => {
  await importText(bank.notify([quoting('W1', { counterparty: { name: 'Uncle Bob', account: null, bic: null } })]))
  await settle()
  expect(await wires()).toEqual([{ bankref: 'W1', state: 'held', hold: 'aml_review' }])
  expect(await chf()).toEqual({ available: 0n, pending: 100_000n })
})

test.each(['before', 'after'])('a wire that is recalled %s it is credited is reversed', async (when) => {
  await importText(bank.notify([quoting('W1'), quoting('W2')]))
  if (when === 'after') await settle()
  expect(await importText(bank.notify([recallOf(quoting('W1'), 'B1')]))).toMatchObject({ cases: [] })
  await settle()
  expect(await wires()).toMatchObject([
    { bankref: 'W1', state: when === 'after' ? 'recalled' : 'returned' },
    { bankref: 'W2', state: 'credited' },
  ])
  expect(await chf()).toEqual({ available: 100_000n, pending: 0n })
  await importText(bank.state())
  expect(await bankBreaks()).toEqual([])
})

test.each([null, 'E2E-SAME'])('recalls of two equal wires (%s) each take the money once', async (endToEndId) => {
  const wires = [quoting('W1', { endToEndId }), quoting('W2', { endToEndId })]
  bank.book(wires)
  await importText(bank.state())
  await settle()
  for (const wire of wires)
    expect(kinds(await importText(bank.notify([recallOf(wire, `R${wire.bankref}`)])))).not.toContain('unmatched_entry')
  await importText(bank.state())
  expect(await chf()).toEqual({ available: 0n, pending: 0n })
  expect(await bankBreaks()).toEqual([])
})

test('a recall that fits the wires of two institutions opens a case', async () => {
  const beta = await institution('Beta Ltd')
  const other = await env.db.tx((tx) => fundingReference(env, tx, beta, 'CHF'))
  const [mine, theirs] = [qrr, other].map((value, n) =>
    quoting(`W${n}`, { endToEndId: null, reference: { type: 'QRR', value } }),
  ) as [BankEntry, BankEntry]
  await importText(bank.notify([mine, theirs]))
  expect(kinds(await importText(bank.notify([recallOf(mine, 'R1')])))).toEqual(['unmatched_entry'])
  expect(await problems()).toEqual(['2 wires match. Name the one that was recalled.'])
})

test('a recall that fits no wire opens a case that says what was looked for', async () => {
  const unknown = { ...quoting('W1'), endToEndId: null }
  const nobody = { ...unknown, counterparty: { ...unknown.counterparty, account: null } }
  const recalls = [recallOf({ ...unknown, endToEndId: 'E2E-9' }, 'R1'), recallOf(unknown, 'R2'), recallOf(nobody, 'R3')]
  for (const recall of recalls) expect(kinds(await importText(bank.notify([recall])))).toEqual(['unmatched_entry'])
  const said = (name: string) => `No wire ${name} of this amount can be recalled.`
  expect(await problems()).toEqual([
    said('E2E-9'),
    said(`without an id from ${unknown.counterparty.account}`),
    said('without an id from anybody'),
  ])
})

test('a recall that arrives before its wire waits for it', async () => {
  const [first, second] = [bank.notify([quoting('W1')]), bank.notify([recallOf(quoting('W1'), 'B1')])]
  expect(kinds(await importText(second))).toEqual(['sequence_gap', 'unmatched_entry'])
  await importText(first)
  await settle()
  expect(await wires()).toMatchObject([{ bankref: 'W1', state: 'returned' }])
  expect(await openCases()).toEqual([])
})

const hostile: [string, string, RegExp][] = [
  ['an entity bomb', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Document>&b;</Document>', /document type/],
  ['not XML', 'hello', /./],
  [
    'a cut file',
    '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08">',
    /./,
  ],
  ['another message', '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"/>', /./],
]
test.each(hostile)('%s is refused and leaves nothing behind', async (_name, file, why) => {
  await expect(importText(file)).rejects.toMatchObject({ name: 'BankFileError', message: expect.stringMatching(why) })
  expect(await env.db.query('select * from banking.file')).toEqual([])
})

test('a file for an account that is not ours is refused whole', async () => {
  const stranger = bankOf({ ...clientChf, iban: 'CH9300762011623852957' })
  await expect(importText(stranger.notify([entryOf('X1')]))).rejects.toThrow(/not an account of ours/)
  expect(await env.db.query('select * from banking.file')).toEqual([])
})

test('a file with a thousand wires is credited in seconds, also when table statistics are from a single wire', async () => {
  // PostgreSQL plans with the statistics of the last analyze.
  await importText(bank.notify([quoting('W0', { amount: 1n })]))
  await database.owner.query('vacuum analyze banking.entry, banking.message, banking.alias')
  const entries = Array.from({ length: 999 }, (_, i) => quoting(`W${i + 1}`, { amount: BigInt(i + 2) }))
  const file = bank.notify(entries)
  const began = performance.now()
  await importText(file)
  await settle()
  expect(performance.now() - began).toBeLessThan(60_000)
  expect((await chf()).available).toBe(500_500n)
  expect(await importText(bank.state())).toMatchObject({ cases: [] })
  expect(await bankBreaks()).toEqual([])
})

test('a statement as MT940 does what a camt.053 does', async () => {
  const mt940 = [
    ':20:STMT1',
    `:25:${clientChf.iban}`,
    ':28C:1/1',
    ':60F:C260302CHF0,',
    ':61:2603020302C1000,00NTRFE2E-W1//W1',
    ':86:Acme Treasury AG',
    ':62F:C260302CHF1000,',
  ].join('\r\n')
  expect(await importText(mt940)).toMatchObject({
    messages: [{ kind: 'camt.053', sequence: 202_600_001n, entries: 1 }],
    cases: [],
  })
  expect(kinds(await importText(bank.notify([quoting('W1')])))).toEqual([])
  await settle()
  expect(await wires()).toMatchObject([{ bankref: 'W1', state: 'unidentified' }])
  expect(await bankBreaks()).toEqual([])
})

test('an entry with amount zero is ignored', async () => {
  expect(await importText(bank.notify([quoting('W1', { amount: 0n }), quoting('W2')]))).toMatchObject({ cases: [] })
  expect(await wires()).toMatchObject([{ bankref: 'W2' }])
})

test('two concurrent imports of the same file count once', async () => {
  const file = bank.notify([quoting('W1')])
  const reports = await Promise.all([importText(file), importText(file), importText(file)])
  expect(reports.map((report) => report.outcome).toSorted()).toEqual(['imported', 'repeated', 'repeated'])
  await Promise.all([settle(), settle()])
  expect((await chf()).available).toBe(100_000n)
})
