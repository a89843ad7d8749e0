import { randomUUID } from 'node:crypto'
import { bankOf, clientChf, clientGbp, entryOf, ownAccounts, recallOf } from '@specie/test/banking/bank-files.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { testEnv } from '@specie/test/env.ts'
import { check } from '@specie/test/checks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { storePayerAccounts } from '../account/payer-accounts.ts'
import { bookEarlyWires } from '../file/early.ts'
import { bookOwed, expectWire, newReference } from './expected.ts'
import { importFile } from '../file/import.ts'
import { storeBankAccounts } from '../account/own-accounts.ts'

let database: TestDatabase
let env: Env
let acme: string
const francs = bankOf(clientChf)
const pounds = bankOf(clientGbp)

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  await storeBankAccounts(env, ownAccounts)
  acme = await newInstitution(env.db, { name: 'Acme Treasury AG' })
})
afterAll(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  await database.drop()
})

const accountsOfProvider = ['CH3608998000020020010', 'GB35UATB04008020000011']
const fromProvider = (account = accountsOfProvider[0]!) => ({
  counterparty: { name: 'Provider AG', account, bic: null },
})

/** A provider owes 1,000.00; returns the reference that it must quote. */
async function owed(
  currency: 'CHF' | 'GBP' = 'CHF',
  provider = `p-${randomUUID()}`,
  kind: 'conversion' | 'rail' = 'conversion',
) {
  await storePayerAccounts(database.owner, { [provider]: accountsOfProvider })
  const reference = newReference(env, kind)
  const expected = {
    reference,
    currency,
    amount: 100_000n,
    kind,
    subject: randomUUID(),
    institution_id: acme,
    provider,
  } as const
  await env.db.tx((tx) => expectWire(tx, expected, env.clock.now()))
  const lines = [
    debit(account('client', 'provider_fiat', provider, currency), 100_000n),
    credit(account('client', 'unallocated', currency), 100_000n),
  ]
  const fill = () =>
    env.db.tx((tx) => bookOwed(env, tx, reference, [{ key: `fill:${reference}`, kind: 'fill', lines }]))
  return { reference, provider, subject: expected.subject, fill }
}

const debtOf = async (provider: string) => {
  const [row] = await env.db.query<{ balance: bigint }>(
    `select balance from ledger.account where name = 'provider_fiat' and owner = $1`,
    [provider],
  )
  return row?.balance
}
const structured = (bankref: string, reference: string, over: object = {}) =>
  entryOf(bankref, { reference: { type: 'SCOR', value: reference }, ...fromProvider(), ...over })
const importFrom = (file: string) => importFile(env, Buffer.from(file))
const wires = (bankref: string) => env.db.query('select state from banking.wire where bankref = $1', [bankref])

test('a provider’s debt is paid once, by the wire with its reference', async () => {
  const { reference, provider, subject, fill } = await owed()
  await fill()
  expect(await importFrom(francs.notify([structured('E1', reference)]))).toMatchObject({ cases: [] })
  expect(await debtOf(provider)).toBe(0n)
  expect(await wires('E1')).toEqual([])
  // The same wire again has no known purpose: it is booked, with a case.
  const again = await importFrom(francs.notify([structured('E2', reference)]))
  const problem = `The wire with ${reference} arrived before, and this is another one.`
  expect(again.cases).toMatchObject([
    {
      kind: 'unmatched_entry',
      cause: `${clientChf.iban}/E2`,
      entryId: expect.any(BigInt),
      detail: { bankref: 'E2', problem, conversion: subject },
    },
  ])
  expect(await wires('E2')).toHaveLength(1)
  expect(await debtOf(provider)).toBe(0n)
})

test('in a British wire the reference is in the text', async () => {
  const { reference, provider, fill } = await owed('GBP')
  await fill()
  const text = `Proceeds ${reference.toLowerCase()}, thank you`
  const payer = fromProvider('04-00-80 20000011') // as the bank reports it; the provider has named its IBAN
  await importFrom(pounds.notify([entryOf('G1', { currency: 'GBP', unstructured: text, ...payer })]))
  expect(await debtOf(provider)).toBe(0n)
})

test.each([
  ['a listed party', { name: 'Zarkovia Sanctioned Trading LLC', account: 'CH9300762011623852957', bic: null }],
  ['the provider by name, from another account', { name: 'Provider AG', account: 'CH5604835012345678009', bic: null }],
  ['somebody whose account the bank does not tell', { name: 'Provider AG', account: null, bic: null }],
])(
  '%s that quotes the reference of a provider pays nothing: its wire is a deposit like any other',
  async (_, counterparty) => {
    const { reference, provider, subject, fill } = await owed()
    await fill()
    const bankref = randomUUID().slice(0, 20)
    const { cases } = await importFrom(francs.notify([structured(bankref, reference, { counterparty })]))
    const problem = `The wire with ${reference} was not paid from an account of ${provider}.`
    expect(cases).toMatchObject([{ kind: 'unmatched_entry', detail: { bankref, problem, conversion: subject } }])
    expect(await wires(bankref)).toEqual([{ state: 'booked' }])
    expect(await debtOf(provider)).toBe(100_000n)
    // Later wires of the provider pay it.
    await importFrom(francs.notify([structured(`${bankref}-2`, reference)]))
    expect(await debtOf(provider)).toBe(0n)
  },
)

test('of two wires in one file the provider’s pays, although another payer quoted its reference first', async () => {
  const { reference, provider, fill } = await owed()
  await fill()
  const stranger = structured('O1', reference, { counterparty: { name: 'Else AG', account: null, bic: null } })
  await importFrom(francs.notify([stranger, structured('O2', reference)]))
  expect([await wires('O1'), await wires('O2')]).toMatchObject([[{}], []])
  expect(await debtOf(provider)).toBe(0n)
})

test('an account that the provider no longer uses pays nothing', async () => {
  const { reference, provider, fill } = await owed()
  await fill()
  await storePayerAccounts(database.owner, { [provider]: accountsOfProvider.slice(1) })
  await importFrom(francs.notify([structured('P1', reference)]))
  expect(await debtOf(provider)).toBe(100_000n)
  await storePayerAccounts(database.owner, { [provider]: accountsOfProvider })
  await importFrom(francs.notify([structured('P2', reference)]))
  expect(await debtOf(provider)).toBe(0n)
})

test('the database refuses a match with another payer’s wire, another amount, or a second wire', async () => {
  const { reference, provider, fill } = await owed()
  await fill()
  const stranger = { counterparty: { name: 'Else AG', account: 'CH9300762011623852957', bic: null } }
  const told = [
    structured('M1', reference, stranger),
    structured('M2', reference, { amount: 99_999n }),
    structured('M3', newReference(env, 'conversion')),
  ]
  await importFrom(francs.notify(told))
  const match = (bankref: string) =>
    env.db.query(
      `update banking.expected set entry_id = (select id from banking.entry where bankref = $2) where reference = $1`,
      [reference, bankref],
    )
  for (const { bankref } of told) await expect(match(bankref)).rejects.toThrow('does not bring what')
  await importFrom(francs.notify([structured('M4', reference)]))
  await expect(match('M1')).rejects.toThrow('arrived before')
  await expect(storePayerAccounts(env.db, { [provider]: ['CH9300762011623852957'] })).rejects.toThrow(
    'permission denied',
  )
})

test('another amount pays nothing', async () => {
  const { reference, provider, fill } = await owed()
  await fill()
  const report = await importFrom(francs.notify([structured('A1', reference, { amount: 99_999n })]))
  expect(report.cases).toMatchObject([{ detail: { problem: expect.stringContaining('should be 100000 CHF') } }])
  expect(await wires('A1')).toHaveLength(1)
  expect(await debtOf(provider)).toBe(100_000n)
})

test('a larger amount pays nothing either', async () => {
  const { reference, provider, fill } = await owed()
  await fill()
  const report = await importFrom(francs.notify([structured('A2', reference, { amount: 100_001n })]))
  expect(report.cases).toMatchObject([{ detail: { problem: expect.stringContaining('not 100001 CHF') } }])
  expect(await wires('A2')).toHaveLength(1)
  expect(await debtOf(provider)).toBe(100_000n)
})

test('the same amount in another currency pays nothing', async () => {
  const { reference, provider, fill } = await owed('CHF')
  await fill()
  const report = await importFrom(pounds.notify([structured('A3', reference, { currency: 'GBP' })]))
  expect(report.cases).toMatchObject([{ detail: { problem: expect.stringContaining('not 100000 GBP') } }])
  expect(await wires('A3')).toHaveLength(1)
  expect(await debtOf(provider)).toBe(100_000n)
})

test('of two wires in one file with the same reference one pays, the other is a case', async () => {
  const { reference, provider, fill } = await owed()
  await fill()
  const report = await importFrom(francs.notify([structured('D1', reference), structured('D2', reference)]))
  expect(report.cases).toMatchObject([
    { detail: { bankref: 'D2', problem: `Another wire with ${reference} arrived.` } },
  ])
  expect([await wires('D1'), await wires('D2')]).toMatchObject([[], [{}]])
  expect(await debtOf(provider)).toBe(0n)
})

test.each([
  ['conversion', 'issuance.conversions', 'J1'],
  ['rail', 'rails.payments', 'J2'],
] as const)(
  'the job that waits for the money of a %s is woken, and its journal names the purpose',
  async (kind, job, bankref) => {
    const woken: string[] = []
    const { reference, provider, subject, fill } = await owed('CHF', undefined, kind)
    await fill()
    const listening = { ...env, jobs: { wake: (_tx: unknown, name: string) => void woken.push(name) } }
    await importFile(listening, Buffer.from(francs.notify([structured(bankref, reference)])))
    expect(woken).toContain(job)
    expect(await debtOf(provider)).toBe(0n)
    const [journal] = await env.db.query<{ kind: string; meta: object }>(
      'select kind, meta from ledger.journal where key = $1',
      [`expected:${reference}`],
    )
    expect(journal).toEqual({ kind: `${kind}_wired`, meta: { ref: subject, bankref, value: '2026-03-02' } })
  },
)

test('a wire that is not owed yet waits, even when the same provider owes another', async () => {
  const early = await owed()
  const other = await owed('CHF', early.provider)
  await other.fill()
  const report = await importFrom(francs.notify([structured('W1', early.reference)]))
  const problem = `The wire with ${early.reference} arrived, but ${early.provider} has not confirmed that it owes it.`
  expect(report.cases).toMatchObject([{ kind: 'unmatched_entry', detail: { problem } }])
  expect(await debtOf(early.provider)).toBe(100_000n)
  await early.fill()
  await importFrom(francs.notify([structured('W2', other.reference)]))
  expect(await debtOf(early.provider)).toBe(0n)
  const open = await env.db.query(`select 1 from banking.bank_case where closed_at is null and cause like '%/W1'`)
  expect(open).toEqual([])
})

test('a provider’s answer and its wires at the same time do not deadlock', async () => {
  const first = await owed()
  const second = await owed('CHF', first.provider)
  await importFrom(francs.notify([structured('L1', first.reference), structured('L2', second.reference)]))
  await second.fill()
  const { owner } = database
  const waiting = async () =>
    (await owner.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .length
  const { both } = await owner.tx(async (tx) => {
    // The debt is locked, so that the answer's transaction is still open when the wires are booked.
    await tx.query(`select from ledger.account where name = 'provider_fiat' and owner = $1 for update`, [
      first.provider,
    ])
    const answer = first.fill()
    await expect.poll(waiting).toBe(1)
    const wired = bookEarlyWires(env, 'conversion')
    await expect.poll(waiting).toBe(2)
    return { both: Promise.allSettled([answer, wired]) }
  })
  expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await debtOf(first.provider)).toBe(0n)
})

test('when a provider takes its wire back, the institution owes the spent part', async () => {
  const { reference, fill } = await owed()
  await fill()
  const wire = structured('R1', reference)
  await importFrom(francs.notify([wire]))
  expect(await importFrom(francs.notify([recallOf(wire, 'R2')]))).toMatchObject({ cases: [] })
  expect(await env.db.query('select institution_id, asset, amount from ledger.debt')).toEqual([
    { institution_id: acme, asset: 'CHF', amount: 100_000n },
  ])
  // A second recall takes nothing.
  const again = await importFrom(francs.notify([recallOf(wire, 'R3')]))
  expect(again).toMatchObject({ cases: [{ kind: 'unmatched_entry' }] })
})
