import { parseAccountId } from '@specie/payments/account.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accounts } from './accounts.ts'
import { account, order, type Customer } from '@specie/test/customers/bank.ts'
import { testWorld, type TestWorld } from '@specie/test/customers/world.ts'

// 2026-03-31 is a Tuesday; Good Friday is 3 April, Easter Monday 6 April.
const tuesday = '2026-03-31T08:00:00Z'
const qrr = '210000000003139471430009017'
const chf = account('client_money', 'CHF')
const chfReserve = account('reserve', 'CHF')
const gbp = account('client_money', 'GBP')

let world: TestWorld
let bank: Customer
beforeEach(async () => {
  world = await testWorld()
  bank = world.bank
  await bank.setClock(tuesday)
})
afterEach(() => world.end())

const balanceOf = async (iban: string) => (await bank.state()).accounts.find((own) => own.iban === iban)!

test('a wire with a QR reference is in a camt.054, and again with the same reference in the camt.053', async () => {
  const bankref = await bank.wire({ amount: '1000.05', reference: qrr, senderiban: 'CH93 0076 2011 6238 5295 7' })
  const [told] = await bank.told(chf.iban, 1)
  expect(told).toMatchObject({
    bankref,
    direction: 'credit',
    amount: 1000_05n,
    bookingDate: '2026-03-31',
    valueDate: '2026-03-31',
    reference: { type: 'QRR', value: qrr },
    creditorAccount: chf.qriban,
    counterparty: { name: 'Acme AG', account: 'CH9300762011623852957' },
  })
  expect(await bank.statements(chf.iban)).toEqual([])

  await bank.setClock('2026-03-31T22:00:01Z')
  const [statement] = await bank.statements(chf.iban)
  expect(statement).toMatchObject({ sequence: 1n, from: '2026-03-31', opening: 0n, closing: 1000_05n })
  expect(statement!.entries).toEqual([told])
})

test('references: virtual account in GBP, creditor reference, free text', async () => {
  await bank.wire({ currency: 'GBP', amount: '1', creditorAccount: '040080 10000046', reference: 'invoice 7' })
  expect((await bank.told(gbp.iban, 1))[0]).toMatchObject({
    creditorAccount: '04-00-80 10000046',
    unstructured: 'invoice 7',
    reference: { type: 'none' },
  })
  await bank.wire({ amount: '1', reference: 'RF18539007547034' })
  expect((await bank.told(chf.iban, 1))[0]!.reference).toEqual({ type: 'SCOR', value: 'RF18539007547034' })
})

test.each([
  [{ amount: '1.001' }, 400, 'at most 2 decimals'],
  [{ amount: '0.00' }, 400, 'must be above zero'],
  // Sixteen digits before the point do not fit in a statement.
  [{ amount: '999999999999999999' }, 400, 'Too large'],
  [{ amount: '1', senderiban: 'CH9300762011623852958' }, 400, 'check digits'],
  [{ amount: '1', account: 'DE89370400440532013000' }, 404, 'not an account of this bank'],
  [{ amount: '1', account: gbp.iban }, 400, 'an account in GBP'],
  [{ amount: '1', account: chf.qriban }, 400, 'paid with a QR reference'],
  [{ amount: '1', sendername: 'a\tb' }, 400, 'sendername'],
  [{ amount: '1', colour: 'red' }, 400, 'colour'],
])('an invalid wire is refused: %o', async (wire, status, problem) => {
  await expect(bank.wire(wire)).rejects.toThrow(new RegExp(`^${status} .*${problem}`))
})

test('a payment is accepted, debited, and settled', async () => {
  await bank.wire({ amount: '500' })
  const xml = order('PAY-1', { pay: [{ remittance: 'thanks' }] })
  expect(await bank.pay(xml)).toMatchObject({
    originalMessageId: 'PAY-1',
    group: 'ACTC',
    transactions: [{ endToEndId: 'PAY-1-E1', status: 'ACCP' }],
  })
  const [, debit] = await bank.told(chf.iban, 2)
  expect(debit).toMatchObject({
    direction: 'debit',
    amount: 100_00n,
    endToEndId: 'PAY-1-E1',
    instructionId: 'PAY-1-I1',
    unstructured: 'thanks',
    counterparty: { name: 'Alder and Wren', account: 'CH9300762011623852957' },
  })
  expect(await bank.status('PAY-1')).toMatchObject({ group: 'ACSC', transactions: [{ status: 'ACSC' }] })
  expect((await balanceOf(chf.iban)).balance).toBe('400')
})

test('a repeated message gets the same bytes and pays once; other content under its id is refused', async () => {
  await bank.wire({ amount: '500' })
  const xml = order('PAY-1')
  const answers = await Promise.all([1, 2, 3].map(() => bank.call('/bank/v1/payments', xml)))
  await bank.told(chf.iban, 2)
  answers.push(await bank.call('/bank/v1/payments', xml))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await balanceOf(chf.iban)).balance).toBe('400')

  const other = await bank.call('/bank/v1/payments', order('PAY-1', { pay: [{ amount: 1n }] }))
  expect(other).toMatchObject({ status: 409, text: expect.stringContaining('other content') })
  expect((await bank.call('/bank/v1/payments/PAY-2')).status).toBe(404)
})

test('each payment of an order is decided by itself', async () => {
  await bank.wire({ amount: '250' })
  const amounts = [100_00n, 200_00n, 150_00n].map((amount) => ({ amount }))
  expect(await bank.pay(order('PAY-1', { pay: amounts }))).toMatchObject({
    group: 'PART',
    transactions: [{ status: 'ACCP' }, { status: 'RJCT', reason: { code: 'AM04' } }, { status: 'ACCP' }],
  })
  await bank.told(chf.iban, 3)
  expect((await balanceOf(chf.iban)).balance).toBe('0')
})

test.each([
  ['AM04', 'RJCT', order('PAY-1', { pay: [{ amount: 500_01n }] })],
  ['AM03', 'RJCT', order('PAY-1', { pay: [{ currency: 'GBP' }] })],
  ['DT01', 'RJCT', order('PAY-1', { on: '2026-03-30' })],
  ['AM05', 'RJCT', order('PAY-1', { pay: [{ endToEndId: 'EARLIER-E1' }] })],
  ['AC02', 'RJCT', order('PAY-1', { from: { ...chf, iban: 'CH9300762011623852957' } })],
])('%s refuses a payment', async (code, group, xml) => {
  await bank.wire({ amount: '600' })
  await bank.pay(order('EARLIER'))
  const answer = await bank.pay(xml)
  expect(answer).toMatchObject({ group, transactions: [{ status: 'RJCT', reason: { code } }] })
  expect(await bank.status('PAY-1')).toEqual(answer)
})

test('a malformed order is refused as a whole, and not stored', async () => {
  const xml = order('PAY-1')
  const damages = [
    ['CH9300762011623852957', 'CH9300762011623852958', 'AC01'],
    ['<CtrlSum>100.00', '<CtrlSum>100.01', 'FF01'],
    ['</Document>', '', 'FF01'],
  ] as const
  for (const [part, damaged, code] of damages) {
    const bad = xml.replaceAll(part, damaged)
    expect(bad).not.toBe(xml)
    expect((await bank.call('/bank/v1/payments', bad)).status).toBe(400)
    expect(await bank.pay(bad)).toMatchObject({ originalMessageId: 'PAY-1', group: 'RJCT', reason: { code } })
  }
  expect((await bank.call('/bank/v1/payments/PAY-1')).status).toBe(404)
  expect((await bank.call('/bank/v1/payments', '')).status).toBe(400)
})

test('a sweep is booked on both accounts under the same id, and waits while sweeps are delayed', async () => {
  await bank.wire({ amount: '500' })
  await bank.next({ sweeps: 'delayed' })
  await bank.pay(order('SWEEP-1', { to: chfReserve.iban }))
  expect(await bank.state()).toMatchObject({ pending: [{ messageId: 'SWEEP-1' }] })
  expect(await balanceOf(chf.iban)).toMatchObject({ balance: '500', free: '400' })

  await bank.next({ sweeps: 'normal' })
  const [credit] = await bank.told(chfReserve.iban, 1)
  const [, debit] = await bank.told(chf.iban, 2)
  expect(debit).toMatchObject({ direction: 'debit', endToEndId: 'SWEEP-1-E1', amount: 100_00n })
  expect(credit).toMatchObject({ direction: 'credit', endToEndId: 'SWEEP-1-E1', amount: 100_00n })
  expect(credit!.counterparty.account).toBe(chf.iban)
  expect(credit!.bankref).not.toBe(debit!.bankref)
})

test('a payment to a third party waits while payments are delayed, and a sweep does not', async () => {
  await bank.wire({ amount: '500' })
  await bank.next({ payments: 'delayed' })
  await bank.pay(order('PAYMENT-1', {}))
  await bank.pay(order('SWEEP-1', { to: chfReserve.iban }))
  expect(await bank.told(chfReserve.iban, 1)).toMatchObject([{ endToEndId: 'SWEEP-1-E1' }])
  expect(await bank.state()).toMatchObject({ pending: [{ messageId: 'PAYMENT-1' }] })

  await bank.next({ payments: 'normal' })
  expect((await bank.told(chf.iban, 3)).map((one) => one.endToEndId)).toContain('PAYMENT-1-E1')
})

test('GBP is paid from and to sort code and account', async () => {
  await bank.wire({ currency: 'GBP', amount: '500' })
  const uk = parseAccountId('04-00-80 10000038')!
  await bank.pay(
    order('SWEEP-1', { from: gbp, pay: [{ creditor: { name: 'us', account: uk, bic: null, address: null } }] }),
  )
  expect((await bank.told(account('reserve', 'GBP').iban, 1))[0]).toMatchObject({ amount: 100_00n })
})

test('a payment ordered on Good Friday leaves on the Tuesday after Easter', async () => {
  await bank.wire({ amount: '500' })
  await bank.setClock('2026-04-03T10:00:00Z')
  await bank.pay(order('PAY-1', { on: '2026-04-03' }))
  await bank.setClock('2026-04-07T05:00:00Z')
  expect(await bank.state()).toMatchObject({ pending: [{ messageId: 'PAY-1', dueAt: '2026-04-07T06:15:00.000Z' }] })
  await bank.setClock('2026-04-07T07:00:00Z')
  const [, debit] = await bank.told(chf.iban, 2)
  expect(debit).toMatchObject({ direction: 'debit', bookingDate: '2026-04-07', valueDate: '2026-04-07' })
})

test('a leap over two weeks keeps the order: a statement per business day, each opening at the previous closing balance', async () => {
  await bank.wire({ amount: '500' })
  await bank.pay(order('PAY-1', { on: '2026-04-02' }))
  await bank.pay(order('PAY-2', { on: '2026-04-04' }))
  await bank.setClock('2026-04-14T10:00:00Z')
  const statements = await bank.statements(chf.iban)
  const days = [
    '2026-03-31',
    '2026-04-01',
    '2026-04-02',
    '2026-04-07',
    '2026-04-08',
    '2026-04-09',
    '2026-04-10',
    '2026-04-13',
  ]
  expect(statements.map(({ to }) => to)).toEqual(days)
  expect(statements.map(({ sequence }) => sequence)).toEqual(days.map((_, i) => BigInt(i + 1)))
  expect(statements.map(({ closing }) => closing)).toEqual([
    50000n,
    50000n,
    40000n,
    30000n,
    30000n,
    30000n,
    30000n,
    30000n,
  ])
  statements.forEach((statement, i) => expect(statement.opening).toBe(statements[i - 1]?.closing ?? 0n))
  const names = (await bank.files()).filter((file) => file.account === chf.iban).map(({ type }) => type)
  expect(names.join(' ')).toBe(
    `camt.054 ${'camt.053 '.repeat(2)}camt.054 camt.053 camt.054 ${'camt.053 '.repeat(5)}`.trim(),
  )
  const ofReserve = await bank.statements(account('reserve', 'GBP').iban)
  expect(ofReserve.map(({ to, entries }) => [to, entries.length])).toEqual(days.map((day) => [day, 0]))
})

test('a day that was closed manually takes no more bookings', async () => {
  await bank.wire({ amount: '500' })
  expect(await bank.json<{ files: string[] }>('/bank/control/close-day', {})).toMatchObject({
    files: { length: accounts.length },
  })
  await bank.wire({ amount: '7' })
  const entries = await bank.told(chf.iban, 2)
  expect(entries.map(({ bookingDate }) => bookingDate)).toEqual(['2026-03-31', '2026-04-01'])
  expect(await bank.json('/bank/control/close-day', {})).toEqual({ files: [] })
  await bank.setClock('2026-04-01T22:00:00Z')
  expect(await bank.statements(chf.iban)).toMatchObject([{ closing: 500_00n }, { opening: 500_00n, closing: 507_00n }])
})

test('a clock set back reopens no day', async () => {
  await bank.wire({ amount: '500' })
  await bank.setClock('2026-04-08T10:00:00Z')
  await bank.setClock(tuesday)
  await bank.wire({ amount: '1' })
  expect((await bank.told(chf.iban, 2))[1]).toMatchObject({ bookingDate: '2026-04-08' })
  await bank.setClock('2026-04-08T22:00:00Z')
  expect((await bank.statements(chf.iban)).map(({ sequence }) => sequence)).toEqual([1n, 2n, 3n, 4n, 5n])
})

test('settlement time passes at its set speed', async () => {
  await bank.wire({ amount: '500' })
  await bank.setClock('2026-03-31T21:59:00Z', 600)
  while ((await bank.statements(chf.iban)).length === 0);
  expect((await bank.statements(chf.iban))[0]!.closing).toBe(500_00n)
})
