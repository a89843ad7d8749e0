import type { BankEntry } from '@specie/payments/camt.ts'
import { payoutOf } from '@specie/test/banking/at-bank.ts'
import {
  asMt940,
  bankOf,
  clientChf,
  entryOf,
  forgetMoney,
  ownAccounts,
  wholeOf,
} from '@specie/test/banking/bank-files.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { debitOf, returnOf, type ScriptedBank, scriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { check, checkBank } from '@specie/test/checks.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { account } from '../../ledger/chart.ts'
import { attributeWires } from '../wire/attribute.ts'
import { importManually } from './manual-import.ts'
import { importFile } from './import.ts'
import { storeBankAccounts } from '../account/own-accounts.ts'
import { sendPayouts } from '../payout/send.ts'

// Payouts that the bank debits as one, or reports in several kinds of file.

let database: TestDatabase
let env: Env
let port: ScriptedBank
let bank: ReturnType<typeof bankOf>

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  port = scriptedBank()
  const clock = { ...systemClock, settlement: () => new Date('2026-03-02T08:00:00Z') }
  env = testEnv(database, { bank: port, clock })
  bank = bankOf(clientChf)
  await storeBankAccounts(env, ownAccounts)
})
afterEach(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  await forgetMoney(database)
})

const importCases = async (file: string) => (await importFile(env, file)).cases.map((one) => one.kind)
const states = async () =>
  (await env.db.query<{ state: string }>('select state from banking.payout order by amount')).map((row) => row.state)
const breaks = async () => (await checkBank(env.db)).filter((row) => !row.ok).map((row) => row.detail)
const openCases = () => env.db.query('select kind, detail from banking.bank_case where closed_at is null')

/** Funds and sends payouts in one order; returns the order and the debit of each payout. */
async function ordered(
  amounts: readonly bigint[],
): Promise<{ order: string; debits: BankEntry[]; returned: BankEntry }> {
  const institutionId = await newInstitution(env.db)
  const from = account('client', 'unallocated', 'CHF')
  for (const amount of amounts) await payoutOf(env, institutionId, amount, { from })
  await sendPayouts.run(env)
  const [order] = [...port.orders.values()].slice(-1)
  return {
    order: order!.messageId,
    debits: order!.payments.map((payment) => debitOf(payment)),
    returned: returnOf(order!.payments[0]!),
  }
}

/** Funds in a file of this format. */
async function fund(how: 'mt940' | 'camt'): Promise<void> {
  const funds = entryOf('FUNDS', { amount: 1_000_000n })
  if (how === 'camt') await importCases(bank.notify([funds]))
  else {
    bank.book([funds])
    await importCases(asMt940(bank.state(), true))
  }
  await attributeWires.run(env)
}

test('one debit for a whole order completes all of its payouts, if the bank names the order', async () => {
  await fund('mt940')
  const { order, debits } = await ordered([100n, 250n, 5n])
  bank.book([wholeOf(debits, 'D1', { id: order, transactions: 3 })])
  const mt940 = asMt940(bank.state(), true).replace('NTRFNONREF//D1', `NTRF${order.slice(0, 16)}`)
  expect(await importCases(mt940)).toEqual([])
  expect([await states(), await breaks()]).toEqual([['booked', 'booked', 'booked'], []])
  // Notifications of a new interface report the payouts one by one and move nothing.
  await importCases(bank.notify(debits))
  expect(await states()).toEqual(['booked', 'booked', 'booked'])
  // The funds arrived before there were notifications.
  expect(await openCases()).toMatchObject([{ kind: 'missing_in_notification', detail: { bankref: 'FUNDS' } }])
})

test('with one file format only, an order that is not named is found by its sum, if no other has that sum', async () => {
  await fund('mt940')
  const first = await ordered([100n, 250n])
  bank.book([wholeOf(first.debits, 'D1')])
  expect(await importCases(asMt940(bank.state(), false))).toEqual([])
  expect(await states()).toEqual(['booked', 'booked'])
  const second = await ordered([300n, 50n])
  await ordered([200n, 150n])
  bank.book([wholeOf(second.debits, 'D2')])
  expect(await importCases(asMt940(bank.state(), false))).toEqual(['unclear_entry'])
  expect((await states()).filter((state) => state === 'booked')).toHaveLength(2)
})

test.each(['before', 'after'])(
  'a collective debit %s its payouts were reported one by one pays nothing twice',
  async (when) => {
    await fund('camt')
    const { order, debits } = await ordered([100n, 250n])
    const notice = bank.notify(debits)
    const other = bankOf(clientChf)
    other.book([entryOf('FUNDS', { amount: 1_000_000n }), wholeOf(debits, 'D1', { id: order, transactions: 2 })])
    const files = [notice, other.state()]
    for (const file of when === 'after' ? files : files.toReversed()) await importCases(file)
    expect([await states(), await openCases(), await breaks()]).toEqual([['booked', 'booked'], [], []])
  },
)

test('a returned payout is refunded once, in every kind of file', async () => {
  await fund('camt')
  const { debits, returned } = await ordered([100n])
  await importCases(bank.notify(debits))
  await importCases(bank.notify([returned]))
  const statement = bank.state()
  await importCases(asMt940(statement, false))
  await importCases(statement)
  expect([await states(), await openCases(), await breaks()]).toEqual([['returned'], [], []])
})

test('a manually imported file completes no payout, returns none and causes no second payment', async () => {
  await fund('camt')
  const { debits, returned } = await ordered([100n, 250n])
  const byHand = (file: string) =>
    importManually(env, Buffer.from(file), { actor: 'operator ann', why: 'the line is down' })
  const elsewhere = bankOf(clientChf)
  expect(await byHand(elsewhere.notify(debits))).toMatchObject({ waiting: 2 })
  expect(await byHand(elsewhere.state())).toMatchObject({ waiting: 0 })
  expect(await states()).toEqual(['accepted', 'accepted'])
  await sendPayouts.run(env)
  expect(port.orders.size).toBe(1)
  // The bank's own file, then a return in a manual file.
  await importCases(bank.notify(debits))
  expect(await states()).toEqual(['booked', 'booked'])
  await byHand(elsewhere.notify([returned]))
  expect(await states()).toEqual(['booked', 'booked'])
  await importCases(bank.notify([returned]))
  expect(new Set(await states())).toEqual(new Set(['returned', 'booked']))
  expect([await breaks(), await openCases()]).toEqual([[], []])
  const [waiting] = await env.db.query(`select count(*)::int as lines from banking.manual_line where state = 'waiting'`)
  expect(waiting).toEqual({ lines: 0 })
})
