import { readMt940 } from '@specie/payments/mt940.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accounts } from './accounts.ts'
import { account, order, type Customer } from '@specie/test/customers/bank.ts'
import { testWorld, type TestWorld } from '@specie/test/customers/world.ts'

const tuesday = '2026-03-31T08:00:00Z'
const chf = account('client_money', 'CHF')

let world: TestWorld
let bank: Customer
beforeEach(async () => {
  world = await testWorld()
  bank = world.bank
  await bank.setClock(tuesday)
  await bank.wire({ amount: '1000', sendername: 'Early Bird AG' })
  await bank.told(chf.iban, 1)
})
afterEach(() => world.end())

/** Each pending fault below survives a restart. */
async function ask(fault: object): Promise<void> {
  await bank.next(fault)
  world = await world.restart()
  bank = world.bank
}

test('duplicate_file: the same bytes arrive once more, under a second name and number', async () => {
  await ask({ next: 'duplicate_file' })
  await bank.wire({ amount: '1' })
  await bank.told(chf.iban, 2)
  await bank.wire({ amount: '2' })
  await bank.told(chf.iban, 4)
  const files = await bank.files()
  expect(files.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  const texts = await Promise.all(files.map(({ name }) => bank.file(name)))
  expect(texts[1]).toBe(texts[2])
  expect(new Set(files.map(({ name }) => name)).size).toBe(4)
})

test('missing_sequence: a camt.054 is withheld until it is released', async () => {
  await ask({ next: 'missing_sequence' })
  const bankref = await bank.wire({ amount: '1' })
  await until(async () => (await bank.state()).held.length === 1)
  await bank.wire({ amount: '2' })
  await bank.told(chf.iban, 2)
  expect((await bank.notifications(chf.iban)).map(({ sequence }) => sequence)).toEqual([1n, 3n])
  await bank.json('/bank/control/release', {})
  const late = (await bank.notifications(chf.iban))[2]!
  expect(late).toMatchObject({ sequence: 2n, entries: [{ bankref }] })
})

test('missing_sequence: without a release it arrives the next day', async () => {
  await ask({ next: 'missing_sequence' })
  await bank.wire({ amount: '1' })
  await until(async () => (await bank.state()).held.length === 1)
  await bank.setClock('2026-03-31T22:00:01Z')
  expect((await bank.notifications(chf.iban)).map(({ sequence }) => sequence)).toEqual([1n, 2n])
})

test('late_statement: one camt.053 arrives later than the others', async () => {
  await ask({ next: 'late_statement', seconds: 7200 })
  const count = async () => (await bank.files()).filter(({ type }) => type === 'camt.053').length
  await bank.setClock('2026-03-31T23:30:00Z')
  expect(await count()).toBe(accounts.length - 1)
  await bank.setClock('2026-04-01T00:00:01Z')
  expect(await count()).toBe(accounts.length)
  await bank.setClock('2026-04-01T23:00:00Z')
  expect(await count()).toBe(2 * accounts.length)
})

test('mt940_beside: the statement of an account with entries arrives again as an MT940 without references', async () => {
  await ask({ next: 'mt940_beside' })
  await bank.setClock('2026-03-31T23:30:00Z')
  const [listed, ...more] = (await bank.files()).filter(({ type }) => type === 'mt940')
  expect(more).toEqual([])
  const [mt940] = readMt940(await bank.file(listed!.name))
  const [camt] = await bank.statements(chf.iban)
  expect(mt940).toMatchObject({ account: chf.iban, opening: camt!.opening, closing: camt!.closing })
  expect(mt940!.entries).toMatchObject([{ amount: 1000_00n, unreferenced: true, endToEndId: null }])
})

test('collective_statement: the entries of a direction are reported as one, without details', async () => {
  await bank.wire({ amount: '500' })
  await bank.told(chf.iban, 2)
  await ask({ next: 'collective_statement' })
  await bank.setClock('2026-03-31T23:30:00Z')
  const [camt] = await bank.statements(chf.iban)
  expect(camt!.entries).toMatchObject([{ amount: 1500_00n, batch: { transactions: 2, part: false } }])
})

test('false_notification: the bank notifies a wire that no statement contains', async () => {
  await ask({ next: 'false_notification' })
  await bank.wire({ amount: '500', sendername: 'Acme AG' })
  const [, wire, invented] = await bank.told(chf.iban, 3)
  expect(invented).toEqual({ ...wire, bankref: invented!.bankref, endToEndId: invented!.endToEndId })
  await bank.setClock('2026-03-31T23:30:00Z')
  const [camt] = await bank.statements(chf.iban)
  expect([camt!.closing, camt!.entries.length]).toEqual([1500_00n, 2])
})

test('reject_payment: the next two payments to third parties are refused, sweeps are not', async () => {
  await ask({ next: 'reject_payment', reason: 'BE04', count: 2 })
  expect((await bank.pay(order('SWEEP', { to: account('reserve', 'CHF').iban }))).group).toBe('ACTC')
  expect(await bank.pay(order('PAY', { pay: [{}, {}, {}] }))).toMatchObject({
    group: 'PART',
    transactions: [{ reason: { code: 'BE04' } }, { reason: { code: 'BE04' } }, { status: 'ACCP', reason: null }],
  })
  expect((await bank.state()).asked).toEqual([])
})

test('return_payment: the money is debited, and returned later with the reason and the original id', async () => {
  await ask({ next: 'return_payment', reason: 'AC06', seconds: 600 })
  await bank.pay(order('PAY', { pay: [{}, {}] }))
  const [, debit] = await bank.told(chf.iban, 3)
  await bank.setClock('2026-03-31T08:09:59Z')
  expect(await bank.told(chf.iban, 3)).toHaveLength(3)
  await bank.setClock('2026-03-31T08:10:01Z')
  const [back] = (await bank.told(chf.iban, 4)).slice(3)
  expect(back).toMatchObject({
    direction: 'credit',
    amount: debit!.amount,
    endToEndId: 'PAY-E1',
    returnReason: { code: 'AC06', originalEndToEndId: 'PAY-E1' },
    counterparty: debit!.counterparty,
  })
  expect(back!.bankref).not.toBe(debit!.bankref)
  expect((await bank.status('PAY')).group).toBe('ACSC')
})

test('recall: the newest wire is debited again, with the reason and its own references', async () => {
  const [wire] = await bank.told(chf.iban, 1)
  await ask({ next: 'recall', reason: 'FRAD' })
  const [, recall] = await bank.told(chf.iban, 2)
  expect(recall).toMatchObject({
    direction: 'debit',
    amount: 1000_00n,
    endToEndId: wire!.endToEndId,
    returnReason: { code: 'FRAD', info: `Recall of ${wire!.bankref}`, originalEndToEndId: wire!.endToEndId },
    counterparty: { name: 'Early Bird AG' },
  })
  await expect(bank.next({ next: 'recall', bankref: wire!.bankref })).rejects.toThrow('409')
})

test('recall: a wire can be sent with a later recall, which waits for money', async () => {
  await bank.wire({ amount: '50', recall: true, seconds: 60, reason: 'DUPL' })
  await bank.pay(order('PAY', { pay: [{ amount: 1050_00n }] }))
  await bank.told(chf.iban, 3)
  await bank.setClock('2026-03-31T09:00:00Z')
  expect(await bank.state()).toMatchObject({ reversals: [{ reason: 'DUPL' }] })
  await bank.wire({ amount: '60' })
  expect((await bank.told(chf.iban, 5))[4]).toMatchObject({ direction: 'debit', amount: 50_00n })
})

test('recall: by its reference, or the next wire if there is none', async () => {
  const first = await bank.wire({ amount: '1' })
  await bank.wire({ amount: '2' })
  await bank.next({ next: 'recall', bankref: first })
  expect((await bank.told(chf.iban, 4))[3]).toMatchObject({ direction: 'debit', amount: 1_00n })
  await bank.next({ next: 'recall', count: 3, seconds: 0 })
  await bank.told(chf.iban, 6)
  await bank.wire({ amount: '3' })
  expect((await bank.told(chf.iban, 8))[7]).toMatchObject({ direction: 'debit', amount: 3_00n })
  await expect(bank.next({ next: 'recall', bankref: 'NOBODY' })).rejects.toThrow('404')
})

test('timeout: the order is not accepted, and can be sent again', async () => {
  await ask({ next: 'timeout' })
  await expect(bank.pay(order('PAY'))).rejects.toThrow()
  expect((await bank.call('/bank/v1/payments/PAY')).status).toBe(404)
  expect((await bank.pay(order('PAY'))).group).toBe('ACTC')
})

test('accept_then_timeout: the order is accepted, and its status says so', async () => {
  await ask({ next: 'accept_then_timeout' })
  await expect(bank.pay(order('PAY'))).rejects.toThrow()
  expect(['ACTC', 'ACSC']).toContain((await bank.status('PAY')).group)
  expect((await bank.pay(order('PAY'))).group).toBe('ACTC')
  expect(await bank.told(chf.iban, 2)).toHaveLength(2)
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}
