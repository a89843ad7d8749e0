import { expect, test } from 'vitest'
import type { BankEntry, Statement } from './camt.ts'
import { readCamt, writeStatement } from './camt.ts'
import { readMt940 } from './mt940.ts'
import { writeMt940 } from './mt940-write.ts'
import { compareEntries, type Format, isClear, namesPayment, type ReportedEntry } from './match-entries.ts'

const wire: BankEntry = {
  bankref: 'W1',
  direction: 'credit',
  amount: 100_000n,
  currency: 'CHF',
  bookingDate: '2026-03-02',
  valueDate: '2026-03-03',
  code: 'PMNT/RCDT/DMCT',
  reversal: false,
  endToEndId: 'E2E-1234567890-ABCDEF',
  instructionId: null,
  reference: { type: 'none', value: null },
  unstructured: null,
  creditorAccount: null,
  counterparty: { name: 'Acme Treasury AG', account: 'CH9300762011623852957', bic: null },
  returnReason: null,
}
const statement: Statement = {
  kind: 'camt.053',
  messageId: 'S1',
  createdAt: '2026-03-02T22:00:00',
  account: 'CH0308998000010010010',
  currency: 'CHF',
  sequence: 7n,
  statementId: 'S1',
  from: '2026-03-02',
  to: '2026-03-02',
  opening: 0n,
  closing: 100_000n,
  entries: [wire],
}

const reported = (over: Partial<BankEntry> = {}, format: Format = 'camt.054'): ReportedEntry => ({
  ...wire,
  ...over,
  format,
})
const other = (over: Partial<BankEntry> = {}): ReportedEntry => reported({ bankref: 'X9', ...over }, 'camt.053')
const verdict = (a: ReportedEntry, b: ReportedEntry) => [compareEntries(a, b).verdict, compareEntries(b, a).verdict]
const both = (one: string) => [one, one]

test.each<[string, Partial<BankEntry>, string]>([
  ['another reference of the bank, the same id', {}, 'same'],
  ['another reference of the bank and no id', { endToEndId: null }, 'doubtful'],
  ['another id', { endToEndId: 'OTHER' }, 'different'],
  ['another amount', { amount: 1n }, 'different'],
  ['the other direction', { direction: 'debit' }, 'different'],
  [
    'another sender’s account',
    { counterparty: { name: null, account: 'GB29NWBK60161331926819', bic: null } },
    'different',
  ],
  ['another name', { counterparty: { name: 'Beta Ltd', account: null, bic: null } }, 'doubtful'],
  ['a truncated name', { counterparty: { name: 'ACME TREASURY', account: null, bic: null } }, 'same'],
  ['only the value date in common', { bookingDate: '2026-03-03', valueDate: '2026-03-03' }, 'same'],
  ['another day, the same id', { bookingDate: '2026-03-05', valueDate: '2026-03-05' }, 'doubtful'],
  ['another week', { bookingDate: '2026-03-12', valueDate: '2026-03-12' }, 'different'],
  [
    'neither day nor id in common',
    { bookingDate: '2026-03-05', valueDate: '2026-03-05', endToEndId: null },
    'different',
  ],
  [
    'neither day nor id in common, the same sender, and references of two numberings',
    { bookingDate: '2026-03-05', valueDate: '2026-03-05', endToEndId: null, bankref: '2026-77/1' },
    'doubtful',
  ],
  [
    'neither name nor id in common, the same sender’s account',
    { endToEndId: null, counterparty: { name: 'M.ller', account: 'CH9300762011623852957', bic: null } },
    'doubtful',
  ],
  [
    'neither day nor id nor sender in common',
    {
      bookingDate: '2026-03-05',
      valueDate: '2026-03-05',
      endToEndId: null,
      counterparty: { name: null, account: null, bic: null },
    },
    'different',
  ],
  ['the account without its IBAN', { counterparty: { name: null, account: '0076 2011623852957', bic: null } }, 'same'],
  ['an account of another kind', { counterparty: { name: null, account: '01-12345-6', bic: null } }, 'same'],
  ['a return', { returnReason: { code: 'AC04', info: null, originalEndToEndId: null } }, 'doubtful'],
])('%s', (_what, over, expected) => {
  expect(verdict(reported(), other(over))).toEqual(both(expected))
})

test('a name matches with and without umlauts', () => {
  const by = (name: string) => ({ counterparty: { name, account: null, bic: null } })
  for (const name of ['MUELLER + SOEHNE', 'Muller & Sohne AG', 'Mu\u0308ller & So\u0308hne AG'])
    expect(verdict(reported(by('Müller & Söhne AG')), other(by(name)))).toEqual(both('same'))
})

test('a line of an MT940 matches the wire of the camt, with and without references', () => {
  for (const references of [true, false]) {
    const [read] = readMt940(writeMt940(statement, { references }))[0]!.entries
    expect(verdict(reported(), { ...read!, format: 'mt940' })).toEqual(both('same'))
  }
})

test('only a line that identifies its payment is booked automatically', () => {
  const [full] = readMt940(writeMt940(statement, { references: true }))[0]!.entries
  const [bare] = readMt940(writeMt940(statement, { references: false }))[0]!.entries
  expect(isClear({ ...full!, format: 'mt940' })).toBe(true)
  expect([isClear({ ...bare!, format: 'mt940' }), namesPayment({ ...bare!, format: 'mt940' })]).toEqual([false, false])
  const batch = { reference: 'B1', id: null, transactions: null, part: false }
  expect([isClear(reported()), isClear(reported({ batch }))]).toEqual([true, false])
})

test('a written MT940 is read back: dates, amounts, marks and references', () => {
  const back: BankEntry = { ...wire, bankref: 'R1', direction: 'debit', reversal: true }
  const [read] = readMt940(writeMt940({ ...statement, closing: 0n, entries: [wire, back] }, { references: true }))
  expect(read).toMatchObject({ format: 'mt940', sequence: 202_600_007n, opening: 0n, closing: 0n, from: '2026-03-02' })
  const { bankref, amount, bookingDate, valueDate, counterparty, endToEndId } = wire
  expect(read!.entries).toMatchObject([
    { bankref, amount, bookingDate, valueDate, counterparty, endToEndId, direction: 'credit', reversal: false },
    { bankref: 'R1', amount, direction: 'debit', reversal: true },
  ])
})

test('a booking of several payments is read with its parts, or without them', () => {
  const batch = { reference: 'B1', id: 'ORDER-1', transactions: 2 }
  const parts = ['P1', 'P2'].map((bankref) => ({
    ...wire,
    bankref,
    instructionId: 'ORDER-1',
    batch: { ...batch, part: true },
  }))
  expect(readCamt(writeStatement({ ...statement, entries: parts }))[0]!.entries).toEqual(parts)
  const none = { name: null, account: null, bic: null }
  const whole = { ...wire, bankref: 'B1', instructionId: 'ORDER-1', endToEndId: null, counterparty: none }
  const entries = [{ ...whole, batch: { ...batch, part: false } }]
  expect(readCamt(writeStatement({ ...statement, entries }))[0]!.entries).toEqual(entries)
})
