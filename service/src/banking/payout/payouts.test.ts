import { agree } from '@specie/test/people.ts'
import { randomUUID } from 'node:crypto'
import type { BankEntry } from '@specie/payments/camt.ts'
import type { Payment } from '@specie/payments/pain.ts'
import { payingBankForEachTest, payoutOf } from '@specie/test/banking/at-bank.ts'
import { bankOf, clientChf, clientGbp, entryOf, reserveChf } from '@specie/test/banking/bank-files.ts'
import { debitOf, reserveGbp, returnOf, type ScriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { post } from '@specie/test/post.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { account, type Account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { attributeWires } from '../wire/attribute.ts'
import { importFile } from '../file/import.ts'
import { matchPayout, returnPayout } from './match.ts'
import { sendPayouts } from './send.ts'
import { preparePayout } from './row.ts'
import { reserveSweeps } from './sweeps.ts'

let env: Env
let bank: ScriptedBank
payingBankForEachTest((paying) => ({ env, bank } = paying))

const balance = async ({ pool, name, owner, asset }: Account): Promise<bigint> => {
  const [row] = await env.db.query<{ balance: bigint }>(
    'select balance from ledger.account where (pool, name, owner, asset) = ($1, $2, $3, $4)',
    [pool, name, owner, asset],
  )
  return row?.balance ?? 0n
}

const stateOf = async (id: string) =>
  (
    await env.db.query<{ state: string; reason: string | null }>(
      'select state, reason from banking.payout where id = $1',
      [id],
    )
  )[0]

/** An institution that has requested a payout: its money is in transit. */
async function withdrawing(amount: bigint, currency: 'CHF' | 'GBP' = 'CHF') {
  const institutionId = await newInstitution(env.db)
  const available = account('client', 'available', institutionId, currency)
  const fund = [debit(account('client', 'bank', currency), amount), credit(available, amount)]
  await post(env, { key: `fund:${institutionId}`, kind: 'wire', lines: fund })
  return { id: await payoutOf(env, institutionId, amount, { currency }), available }
}

const paymentOf = (id: string): Payment =>
  [...bank.orders.values()].flatMap((order) => order.payments).find((one) => one.endToEndId === id.replaceAll('-', ''))!
const book = (entry: BankEntry, own: OwnAccount = clientChf) => env.db.tx((tx) => matchPayout(env, tx, own, entry))
const giveBack = (entry: BankEntry) => env.db.tx((tx) => returnPayout(env, tx, clientChf, entry))

test('payouts of one account are sent in one order, and are complete when the bank has booked them', async () => {
  const [first, second, pounds] = [
    await withdrawing(10_000n),
    await withdrawing(5_050n),
    await withdrawing(700n, 'GBP'),
  ]
  const before = await balance(account('client', 'bank', 'CHF'))
  await sendPayouts.run(env)
  expect([...bank.orders.values()].map((order) => order.payments.length)).toEqual([2, 1])
  expect(await stateOf(first.id)).toEqual({ state: 'accepted', reason: null })
  expect(await book(debitOf(paymentOf(first.id)))).toBeNull()
  expect(await book(debitOf(paymentOf(second.id)))).toBeNull()
  expect((await stateOf(second.id))!.state).toBe('booked')
  expect((await stateOf(pounds.id))!.state).toBe('accepted')
  expect(before - (await balance(account('client', 'bank', 'CHF')))).toBe(15_050n)
})

test('an order that was accepted without an answer is looked up, not sent again (E1)', async () => {
  const { id } = await withdrawing(100n)
  bank.next = ['accept_then_timeout', 'accept']
  await sendPayouts.run(env)
  expect((await stateOf(id))!.state).toBe('batched')
  await sendPayouts.run(env)
  expect((await stateOf(id))!.state).toBe('accepted')
  expect(bank.sent.length).toBe(1)
})

test('an order that never arrived is sent again, byte for byte', async () => {
  const { id } = await withdrawing(100n)
  bank.next = ['timeout', 'timeout', 'accept']
  for (let tries = 0; tries < 3; tries += 1) await sendPayouts.run(env)
  expect((await stateOf(id))!.state).toBe('accepted')
  expect(bank.sent.length).toBe(3)
  expect(new Set(bank.sent.map((one) => one.xml)).size).toBe(1)
  expect(bank.orders.size).toBe(1)
})

test('a rejected payout refunds the money, with the bank’s reason', async () => {
  const { id, available } = await withdrawing(2_500n)
  bank.next = ['reject']
  await sendPayouts.run(env)
  expect(await stateOf(id)).toEqual({ state: 'rejected', reason: 'AC04: closed account' })
  expect(await balance(available)).toBe(2_500n)
  expect(await book(debitOf(paymentOf(id)))).toMatch(/although it was rejected/)
  expect(await balance(available)).toBe(2_500n)
})

test('a pending payout is polled, and may still be rejected', async () => {
  const { id, available } = await withdrawing(900n)
  bank.next = ['pend']
  await sendPayouts.run(env)
  expect((await stateOf(id))!.state).toBe('sent')
  const [messageId] = [...bank.orders.keys()]
  const later = (seconds: number): Env => ({
    ...env,
    clock: { ...systemClock, now: () => new Date(Date.now() + seconds * 1000) },
  })
  bank.answers(messageId!, 'ACCP')
  await sendPayouts.run(env)
  expect((await stateOf(id))!.state).toBe('sent')
  await sendPayouts.run(later(10))
  expect((await stateOf(id))!.state).toBe('accepted')
  bank.answers(messageId!, 'RJCT')
  await sendPayouts.run(later(20))
  expect((await stateOf(id))!.state).toBe('rejected')
  expect(await balance(available)).toBe(900n)
})

test('a debit on a statement completes a payout before the bank has answered', async () => {
  const { id } = await withdrawing(300n)
  bank.next = ['accept_then_timeout', 'accept']
  await sendPayouts.run(env)
  expect(await book(debitOf(paymentOf(id)))).toBeNull()
  await sendPayouts.run(env)
  expect((await stateOf(id))!.state).toBe('booked')
  expect(await env.db.query(`select 1 from work.intent where state <> 'settled'`)).toEqual([])
})

test('an entry that does not match is not booked, and its case says why', async () => {
  const { id } = await withdrawing(400n)
  await sendPayouts.run(env)
  const payment = paymentOf(id)
  expect(await book(debitOf(payment, { amount: 401n }))).toMatch(/another amount/)
  expect(await book(debitOf(payment), reserveChf)).toMatch(/another account/)
  expect(await book(debitOf(payment, { direction: 'credit' }))).toMatch(/credited to an account of ours/)
  expect(await book(debitOf(payment, { endToEndId: 'stranger' }))).toMatch(/no payout stranger/)
  expect(await book(debitOf(payment, { endToEndId: null }))).toMatch(/names no payment/)
  expect(await giveBack(returnOf(payment))).toMatch(/although it was accepted/)
  expect((await stateOf(id))!.state).toBe('accepted')
  expect(await book(debitOf(payment))).toBeNull()
  expect(await book(debitOf(payment))).toMatch(/booked again/)
})

test('a returned payout restores the balance, once', async () => {
  const { id, available } = await withdrawing(1_200n)
  await sendPayouts.run(env)
  const payment = paymentOf(id)
  await book(debitOf(payment))
  expect(await balance(available)).toBe(0n)
  expect(await giveBack(returnOf(payment, { amount: 1_199n }))).toMatch(/another amount/)
  expect(await giveBack(returnOf(payment))).toBeNull()
  expect(await stateOf(id)).toEqual({ state: 'returned', reason: 'AC04: closed account' })
  expect(await balance(available)).toBe(1_200n)
  expect(await giveBack(returnOf(payment))).toMatch(/although it was returned/)
})

test.each([
  ['before the cut-off of a business day', '2026-03-02T08:00:00Z', '2026-03-02'],
  ['on Maundy Thursday after the cut-off: after Easter', '2026-04-02T20:00:00Z', '2026-04-07'],
  ['on New Year’s Eve after the cut-off', '2026-12-31T22:00:00Z', '2027-01-04'],
])('the execution date %s', async (_when, settlement, expected) => {
  await withdrawing(100n)
  await sendPayouts.run({ ...env, clock: { ...systemClock, settlement: () => new Date(settlement) } })
  expect([...bank.orders.values()].map((order) => order.executionDate)).toEqual([expected])
})

test('a payee that the payment system cannot reach is refused when the payout is prepared', async () => {
  const at = env.clock.now()
  const creditor = { name: 'X', account: { kind: 'iban' as const, iban: 'CH4431999123000889012' }, bic: null }
  const request = { kind: 'return' as const, subject: randomUUID(), currency: 'CHF' as const, amount: 1n, creditor }
  const prepared = env.db.tx((tx) =>
    preparePayout(env, tx, { ...request, remittance: null }, { actor: 'test', why: 'because', at }),
  )
  await expect(prepared).rejects.toThrow(/QR-IBAN/)
})

test('a debt of client money to the reserve is swept once, and booked when both accounts show it (L6)', async () => {
  const due = account('client', 'due_to_reserve', 'CHF')
  const expected = account('reserve', 'due_from_client', 'CHF')
  await post(env, {
    key: 'test:due',
    kind: 'test',
    lines: [
      debit(account('client', 'bank', 'CHF'), 5_000n),
      credit(due, 5_000n),
      debit(expected, 5_000n),
      credit(account('reserve', 'excess', 'CHF'), 5_000n),
    ],
  })
  expect(await reserveSweeps.run(env)).toBe(1)
  expect(await reserveSweeps.run(env)).toBe(0)
  await sendPayouts.run(env)
  const [payment] = [...bank.orders.values()][0]!.payments
  expect(payment).toMatchObject({ amount: 5_000n, creditor: { account: { kind: 'iban', iban: reserveChf.iban } } })
  const reserve = await balance(account('reserve', 'bank', 'CHF'))
  expect(await book(debitOf(payment!, { direction: 'credit' }), reserveChf)).toBeNull()
  expect(await balance(due)).toBe(5_000n)
  expect(await book(debitOf(payment!))).toBeNull()
  expect([await balance(due), await balance(expected)]).toEqual([0n, 0n])
  expect((await balance(account('reserve', 'bank', 'CHF'))) - reserve).toBe(5_000n)
  expect(await reserveSweeps.run(env)).toBe(0)
})

test('a debt of the reserve to client money is swept from the reserve; a rejected sweep is not retried at once', async () => {
  await post(env, {
    key: 'test:due-back',
    kind: 'test',
    lines: [
      debit(account('reserve', 'bank', 'GBP'), 800n),
      credit(account('reserve', 'due_to_client', 'GBP'), 800n),
      debit(account('client', 'due_from_reserve', 'GBP'), 800n),
      credit(account('client', 'unallocated', 'GBP'), 800n),
    ],
  })
  bank.next = ['reject', 'accept']
  expect(await reserveSweeps.run(env)).toBe(1)
  await sendPayouts.run(env)
  expect([...bank.orders.values()][0]!.debtor.account).toEqual({ kind: 'iban', iban: reserveGbp.iban })
  expect(await reserveSweeps.run(env)).toBe(0)
  expect(await balance(account('reserve', 'due_to_client', 'GBP'))).toBe(800n)
  const cases = () =>
    env.db.query(`select detail ->> 'from' as from, closed_at from banking.bank_case where kind = 'sweep_failed'`)
  expect(await cases()).toEqual([{ from: 'reserve', closed_at: null }])

  const later = { ...systemClock, now: () => new Date(systemClock.now().getTime() + 16 * 60_000) }
  expect(await reserveSweeps.run({ ...env, clock: later })).toBe(1)
  await sendPayouts.run(env)
  const [payment] = [...bank.orders.values()].at(-1)!.payments
  expect(await book(debitOf(payment!, { currency: 'GBP' }), reserveGbp)).toBeNull()
  expect(await book(debitOf(payment!, { currency: 'GBP', direction: 'credit' }), clientGbp)).toBeNull()
  expect(await balance(account('reserve', 'due_to_client', 'GBP'))).toBe(0n)
  expect(await cases()).toEqual([{ from: 'reserve', closed_at: expect.any(Date) }])
})

const files = bankOf(clientChf)

/** An unidentified wire that is being returned. */
async function sentBack(bankref: string): Promise<{ wireId: string; payment: Payment }> {
  await importFile(env, files.notify([entryOf(bankref)]))
  await attributeWires.run(env)
  const [wire] = await env.db.query<{ id: string }>('select id from banking.wire where bankref = $1', [bankref])
  await agree(env, 'bank.send_back', { wireid: wire!.id })
  await sendPayouts.run(env)
  return { wireId: wire!.id, payment: [...bank.orders.values()].flatMap((order) => order.payments).at(-1)! }
}

const wireState = async (id: string) =>
  (await env.db.query<{ state: string }>('select state from banking.wire where id = $1', [id]))[0]!.state
const failedReturns = () => env.db.query(`select detail from banking.bank_case where kind = 'return_failed'`)

test('a wire that is sent back is returned when the bank has paid it', async () => {
  const { wireId, payment } = await sentBack('W1')
  expect(payment).toMatchObject({
    amount: 100_000n,
    creditor: { name: 'Acme Treasury AG' },
    remittance: 'Return of W1',
  })
  expect(await wireState(wireId)).toBe('return_pending')
  expect(await book(debitOf(payment))).toBeNull()
  expect(await wireState(wireId)).toBe('returned')
  expect(await balance(account('client', 'returns', 'CHF'))).toBe(0n)
})

test('a wire that cannot be returned, or whose return returns, opens a case', async () => {
  bank.next = ['reject', 'accept']
  const refused = await sentBack('W2')
  expect(await wireState(refused.wireId)).toBe('return_pending')
  const again = await sentBack('W3')
  await book(debitOf(again.payment))
  expect(await giveBack(returnOf(again.payment))).toBeNull()
  expect(await balance(account('client', 'returns', 'CHF'))).toBe(200_000n)
  expect(await failedReturns()).toEqual(
    [refused, again].map(({ wireId }) => ({ detail: { wireid: wireId, problem: 'AC04: closed account' } })),
  )
})
