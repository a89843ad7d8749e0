import { readCamt, type Statement } from '@specie/payments/camt.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minorOf, sumOf } from '../exact.ts'
import { putKyb } from '../institution.ts'
import { orderFields } from '../trading.ts'
import type { AddressDesk } from './address-desk.ts'
import { type Institution, openInstitution, type Person, startMoneyDesk } from './money-desk.ts'
import { railOf } from './money-rows.ts'

// The calls of pages about money beyond the products' endpoints: steps, files of statements, the end of a rail.

let desk: AddressDesk
let acme: Institution
let trader: Person
beforeAll(async () => {
  desk = await startMoneyDesk()
  acme = await openInstitution(desk)
  trader = await acme.join('trader')
})
afterAll(() => desk.stop())

test('the steps of a withdrawal, by the stages of its list', async () => {
  const request = { asset: 'CHF', quantity: '100', destination: 'main' }
  const { withdrawalid } = await trader.post('/account/withdrawals', request)
  await trader.post('/account/withdrawals/cancel', { withdrawalid })
  const { machine, steps } = await trader.get(`/account/steps/${withdrawalid}`)
  expect(machine).toBe('withdrawal')
  expect(steps.map(({ state }: { state: string }) => state)).toEqual(['requested', 'canceled'])
  const beta = await (await openInstitution(desk)).join('trader')
  expect((await beta.tries(`/account/steps/${withdrawalid}`)).status).toBe(404)
})

test('the timeline of a mint has its past steps, its confirmations, and its unbooked movements', async () => {
  const mint = { asset: 'VCHF', blockchain: 'ETH', quantity: '200000' }
  const minter = await (await openInstitution(desk)).join('trader')
  const { requestid } = await minter.post('/account/mints', mint)
  const timeline = await minter.get(`/account/supply-changes/${requestid}`)
  expect(timeline.steps[0].state).toBe('requested')
  // Its chain does not run here: nothing is signed yet.
  expect(timeline.confirmations).toBeNull()
  expect(timeline.expected).toEqual([
    { asset: 'CHF', amount: '-200000' },
    { asset: 'VCHF', amount: '200000' },
  ])
})

test('the search finds movements of an institution while it may read them', async () => {
  const gamma = await openInstitution(desk)
  const member = await gamma.join('trader')
  const { withdrawalid } = await member.post('/account/withdrawals', {
    asset: 'CHF',
    quantity: '100',
    destination: 'main',
  })
  const { person } = await member.get('/me')
  const found = async (q: string) =>
    (await member.get('/search', { q })).items.map(({ kind }: { kind: string }) => kind)
  const both = async () => [...(await found(withdrawalid)), ...(await found(person.id))]
  expect(await both()).toEqual(['withdrawal', 'member'])
  for (const state of ['suspended', 'review_overdue', 'offboarded']) {
    await putKyb(desk.database, gamma.id, state)
    expect(await both(), state).toEqual(['member'])
  }
  await putKyb(desk.database, gamma.id, 'periodic_review')
  expect(await both()).toEqual(['withdrawal', 'member'])
})

test('all movements in the words of the client, each with what was available after it', async () => {
  const delta = await openInstitution(desk)
  const member = await delta.join('trader')
  await member.post('/account/orders', orderFields({ clordid: 'listed' }))
  const { items } = await member.get('/account/movements', { group: 'order' })
  const shown = items.map(({ phrase, amount, available_after }: any) => [phrase, amount, available_after])
  expect(shown.toSorted()).toEqual([
    ['Bought VCHF', '100', '1100'],
    ['Payment for an order', '-100.01', '999899.99'],
  ])
  const of = async (fields: Record<string, string>) => (await member.get('/account/movements', fields)).items.length
  expect([await of({}), await of({ asset: 'CHF' }), await of({ asset: 'GBP' })]).toEqual([4, 2, 0])
  const other = await (await openInstitution(desk)).join('viewer')
  expect((await other.get('/account/movements', { group: 'order' })).items).toEqual([])
})

test('the files of a statement have the totals of the ledger', async () => {
  const period = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }
  const { statements } = await trader.get('/account/statement', period)
  const { closing } = statements.find(({ asset }: { asset: string }) => asset === 'CHF')
  const [available] = (await acme.balances())['CHF']!.split(' ')
  expect(minorOf('CHF', closing)).toBe(BigInt(available!))
  const file = async (fields: Record<string, string>) => {
    const query = new URLSearchParams({ ...period, ...fields }).toString()
    return trader.tries(`/account/statement/file?${query}`)
  }
  const csv = await file({ format: 'csv', asset: 'CHF' })
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; .*\.csv$/)
  const rows = csv.body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line: string) => line.split(','))
  const sum = sumOf('CHF', ...rows.map((row: string[]) => row[7] || '0'))
  expect([sum, rows.at(-1)]).toEqual([closing, expect.arrayContaining(['closing', closing])])
  const [camt] = readCamt((await file({ format: 'camt053', asset: 'CHF' })).body) as Statement[]
  expect(camt!.closing).toBe(minorOf('CHF', closing))
  const pdf = await file({ format: 'pdf' })
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(pdf.body).toContain('(Closing balance) Tj')
  expect(csv.body.split('\r\n')[0]).toMatch(/,phrase,counterparty$/)
  for (const fields of [{ format: 'camt053' }, { format: 'camt053', asset: 'VCHF' }])
    expect((await file(fields)).body).toMatchObject({ code: 'bad_request', details: { field: 'asset' } })
})

test('an institution closes its own rail, and no other', async () => {
  const railid = await railOf(desk.database, acme.id)
  const reason = 'the account has moved'
  const beta = await (await openInstitution(desk)).join('trader')
  expect((await beta.tries(`/account/rails/${railid}/close`, { reason })).status).toBe(404)
  expect(await trader.post(`/account/rails/${railid}/close`, { reason })).toEqual({ railid, status: 'closed' })
  const again = await trader.tries(`/account/rails/${railid}/close`, { reason })
  expect([again.status, again.body.details.rule]).toEqual([400, 'state'])
})
