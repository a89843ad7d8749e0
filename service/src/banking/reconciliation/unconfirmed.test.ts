import { agree } from '@specie/test/people.ts'
import {
  bankFilesForEachTest,
  importAndAttribute,
  type BankFiles,
  type Reported,
} from '@specie/test/banking/at-bank.ts'
import { bankOf, clientChf, entryOf } from '@specie/test/banking/bank-files.ts'
import { post } from '@specie/test/post.ts'
import { balances } from '@specie/test/balances.ts'
import { checkBank } from '@specie/test/checks.ts'
import { expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'

// A notification that no statement confirms must be found (L7).

let env: Env
let bank: BankFiles
let acme: string
let quoting: Reported['quoting']
bankFilesForEachTest((reported) => ({ env, bank, acme, quoting } = reported))

const on = (day: string) => ({ bookingDate: day, valueDate: day })

const imported = (file: string) => importAndAttribute(env, file)
const breaks = async (now?: Date) => (await checkBank(env.db, now)).filter((row) => !row.ok).map((row) => row.detail)
const credited = async () => (await balances(env, acme)).get('CHF')?.available ?? 0n
const entryId = async (bankref: string) =>
  (await env.db.query<{ id: bigint }>('select id from banking.entry where bankref = $1', [bankref]))[0]!.id

/** A day's statement of a bank that knows only its own bookings. */
const honest = bankOf

test('a false notification fails the check once its day has a statement, until an operator has resolved it', async () => {
  const truth = honest(clientChf)
  truth.book([quoting('W1')])
  await imported(bank.notify([quoting('W1'), quoting('FALSE', { amount: 77_700n })]))
  expect(await breaks()).toEqual([])
  // The notification was written before the statement.
  await imported(truth.state({ createdAt: '2026-03-02T22:00:00' }))
  expect(await breaks()).toEqual([
    expect.stringMatching(/CH0308998000010010010: no statement confirms: FALSE .*777 CHF/),
  ])
  // The next day changes nothing.
  truth.book([quoting('W2', on('2026-03-03'))])
  const next = { from: '2026-03-03', to: '2026-03-03', createdAt: '2026-03-03T22:00:00' }
  await imported(truth.state(next))
  expect(await breaks()).toEqual([expect.stringContaining('FALSE')])
  expect(await credited()).toBe(277_700n)
  await agree(env, 'bank.retract', { entry: String(await entryId('FALSE')) })
  expect([await breaks(), await credited()]).toEqual([[], 200_000n])
  const open = await env.db.query(
    `select 1 from banking.bank_case where closed_at is null and kind = 'missing_in_statement'`,
  )
  expect(open).toEqual([])
  await expect(agree(env, 'bank.retract', { entry: String(await entryId('W1')) })).rejects.toThrow(/on a statement/)
  await expect(agree(env, 'bank.retract', { entry: String(await entryId('FALSE')) })).rejects.toThrow(
    /already retracted/,
  )
})

test('a false notification whose money is spent is reversed, and its institution owes the spent amount', async () => {
  await imported(bank.notify([quoting('FALSE')]))
  await post(env, {
    key: 'spent',
    kind: 'spent',
    lines: [debit(account('client', 'available', acme, 'CHF'), 1n), credit(account('client', 'fees_due', 'CHF'), 1n)],
  })
  await imported(honest(clientChf).state({ createdAt: '2026-03-02T22:00:00' }))
  await agree(env, 'bank.retract', { entry: String(await entryId('FALSE')) })
  expect([await breaks(), await credited()]).toEqual([[], 0n])
  expect(await env.db.query('select asset, amount from ledger.debt')).toEqual([{ asset: 'CHF', amount: 1n }])
})

test('a retracted entry is booked when the bank books it later', async () => {
  await imported(bank.notify([quoting('W1')]))
  const truth = honest(clientChf)
  await imported(truth.state({ createdAt: '2026-03-02T22:00:00' }))
  await agree(env, 'bank.retract', { entry: String(await entryId('W1')) })
  expect(await credited()).toBe(0n)
  truth.book([quoting('W1', { bookingDate: '2026-03-03' })])
  await imported(truth.state({ from: '2026-03-03', to: '2026-03-03', createdAt: '2026-03-03T22:00:00' }))
  expect([await credited(), await breaks()]).toEqual([100_000n, []])
})

test.each([
  ['a past day, sent after its statement', '2026-03-02', '2026-03-03'],
  ['a day far ahead', '2027-01-04', '2026-03-16'],
])('a false notification of %s is found', async (_what, day, stated) => {
  const truth = honest(clientChf)
  await imported(truth.state({ createdAt: '2026-03-02T07:00:00' }))
  await imported(bank.notify([quoting('FALSE', on(day))]))
  await imported(truth.state({ from: stated, to: stated, createdAt: `${stated}T22:00:00` }))
  expect(await breaks()).toEqual([expect.stringContaining('no statement confirms: FALSE')])
})

test('a notification after the last statement, or for a later day, is no break', async () => {
  const truth = honest(clientChf)
  await imported(truth.state({ createdAt: '2026-03-02T08:00:30' }))
  await imported(bank.notify([quoting('W1'), quoting('W2', on('2026-03-04'))]))
  expect(await breaks()).toEqual([])
})

test('errors that offset each other are both shown', async () => {
  const truth = honest(clientChf)
  const stray = entryOf('STRAY', {
    direction: 'debit',
    endToEndId: null,
    counterparty: { name: 'Bank', account: null, bic: null },
  })
  truth.book([quoting('W1'), quoting('W2'), stray])
  await imported(bank.notify([quoting('W1'), quoting('W2')]))
  // The ledger lacks a debit of 1,000.00, and has a payment of the same amount that is not on the statement.
  await post(env, {
    key: 'error',
    kind: 'error',
    lines: [
      debit(account('client', 'available', acme, 'CHF'), 100_000n),
      credit(account('client', 'bank', 'CHF'), 100_000n),
    ],
  })
  await imported(truth.state({ createdAt: '2026-03-02T22:00:00' }))
  expect(await breaks()).toEqual([expect.stringMatching(/on a statement and not booked: STRAY .*-1000 CHF/)])
})

test('an account whose statements have stopped coming shows in the check, by the calendar of its bank', async () => {
  const friday = '2026-03-06'
  await imported(bank.notify([quoting('W1', on(friday))]))
  expect(await breaks(new Date('2026-03-09T20:00:00Z'))).toEqual([])
  expect(await breaks(new Date('2026-03-10T08:00:00Z'))).toEqual([
    expect.stringMatching(/entries of 2026-03-06 have no statement; the last one: none/),
  ])
  await imported(bank.state({ from: friday, to: friday, createdAt: `${friday}T22:00:00` }))
  expect(await breaks(new Date('2026-03-10T08:00:00Z'))).toEqual([])
})
