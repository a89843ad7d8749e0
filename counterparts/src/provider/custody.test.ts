import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAccountId } from '@specie/payments/account.ts'
import { isScorReference } from '@specie/payments/reference.ts'
import { startCounterparts } from '@specie/test/programs/counterparts.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { account, type Customer, customerOf } from '@specie/test/customers/bank.ts'
import { testWorld, type TestWorld } from '@specie/test/customers/world.ts'
import { quoteOf } from './arrival.ts'
import { call, statement } from '@specie/test/customers/provider.ts'

const tuesday = '2026-03-31T08:00:00Z'
const wednesday = '2026-03-31T22:00:00Z' // midnight in Zurich
const chf = account('client_money', 'CHF')
const reference = 'RF18539007547034'

let world: TestWorld
beforeEach(async () => {
  world = await testWorld()
  await world.bank.setClock(tuesday)
})
afterEach(() => world.end())

const post = (path: string, idempotencyKey: string, ask: object, base = world.base) =>
  call(base, 'POST', path, ask, { idempotencyKey })
const get = async (path: string) => call(world.base, 'GET', path)
const open = async (key = 'rail-1', currency = 'CHF') =>
  (await post('collections', key, { currency, name: 'Acme AG' })).body
const next = (fault: object) => world.bank.json('/provider/control/next', fault)
const later = (minutes: number) => world.bank.setClock(new Date(Date.parse(tuesday) + minutes * 60_000).toISOString())
const wires = async () => (await world.bank.notifications(chf.iban)).flatMap(({ entries }) => entries)

async function arrive(over: object = {}, bank: Customer = world.bank): Promise<string> {
  const paid = { reference: (await open()).reference, currency: 'CHF', amount: '1000', payername: 'Acme AG', ...over }
  const { arrivals } = await bank.json<{ arrivals: { id: string }[] }>('/provider/control/arrivals', paid)
  return arrivals[0]!.id
}
const settle = (key: string, arrival: string, over: object = {}) =>
  post('settlements', key, { arrival, net: '999', iban: chf.iban, reference, ...over })
const giveBack = (key: string, arrival: string) => post('returns', key, { arrival, reason: 'Not the sender.' })

test('a collection has its own account and reference, the same for the same key', async () => {
  const francs = await open()
  expect(francs).toMatchObject({
    status: 'open',
    bic: 'UATBCHZZXXX',
    accountname: 'UAT Provider for Acme AG',
    currency: 'CHF',
  })
  expect(isScorReference(francs.reference)).toBe(true)
  expect(parseAccountId(francs.iban)).toMatchObject({ kind: 'iban' })
  expect(await open()).toEqual(francs)
  expect((await get('collections/rail-1')).body).toEqual(francs)
  expect(await get('collections/rail-2')).toMatchObject({ status: 404 })
  const other = await post('collections', 'rail-1', { currency: 'CHF', name: 'Other AG' })
  expect(other).toMatchObject({ status: 409 })

  const pounds = await open('rail-2', 'GBP')
  expect(pounds.reference).toMatch(/^[A-Z0-9]{1,18}$/)
  const [, sortcode, number] = /^GB\d\dUATB(\d{6})(\d{8})$/.exec(pounds.iban)!
  expect(parseAccountId(`${sortcode} ${number}`)).not.toBeNull()
  expect((await open('rail-3')).iban).not.toBe(francs.iban)
})

test('a rejected collection, and a pending one', async () => {
  await next({ next: 'collection_rejected' })
  expect(await open('refused')).toEqual({ status: 'rejected', reason: expect.stringContaining('no account') })
  expect(await open('refused')).toMatchObject({ status: 'rejected' })
  await next({ next: 'pending', seconds: 600 })
  expect(await open('slow')).toEqual({ status: 'pending' })
  await later(9)
  expect((await get('collections/slow')).body).toEqual({ status: 'pending' })
  await later(10)
  expect(await open('slow')).toMatchObject({ status: 'open' })
})

test('arrivals are reported in order, without gaps, in their own currency', async () => {
  const first = await arrive()
  const pounds = await arrive({ currency: 'GBP', amount: '20.5', payername: 'Zoë Ltd', count: 3 })
  const { arrivals } = (await get('arrivals')).body
  expect(arrivals.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4])
  expect(arrivals[0]).toEqual({
    number: 1,
    id: first,
    reference: (await open()).reference,
    currency: 'CHF',
    amount: '1000',
    payer: { name: 'Acme AG', account: 'CH9300762011623852957' },
    at: '2026-03-31T08:00:00.000Z',
  })
  expect((await get('arrivals?after=1')).body.arrivals[0]).toMatchObject({ number: 2, id: pounds, currency: 'GBP' })
  expect((await get('arrivals?after=4')).body).toEqual({ arrivals: [] })
  await arrive({ count: 500 })
  expect((await get('arrivals')).body.arrivals).toHaveLength(500)
  await expect(arrive({ reference: 'RF00NOBODY' })).rejects.toThrow('404 No collection with the reference')
  await expect(arrive({ amount: '0' })).rejects.toThrow('400')
})

test('an arrival reported twice has two numbers and one id, and counts once', async () => {
  await next({ next: 'arrive_twice' })
  const id = await arrive()
  expect((await get('arrivals')).body.arrivals).toMatchObject([
    { number: 1, id },
    { number: 2, id },
  ])
  await world.bank.setClock(wednesday)
  expect(await statement(world.base, 'CHF', '2026-03-31')).toMatchObject({ closing: 1000_00n })
})

test('the spread is rounded up to a cent, and is never the whole', () => {
  const of = (amount: string) => quoteOf({ currency: 'CHF', amount } as Parameters<typeof quoteOf>[0])
  expect(of('1000')).toEqual({ net: '999', spread: '1' })
  expect(of('1000.01')).toEqual({ net: '999', spread: '1.01' })
  expect(of('0.02')).toEqual({ net: '0.01', spread: '0.01' })
  expect(of('0.01')).toEqual({ net: '0.01', spread: '0' })
})

test('exactly the net is wired twenty minutes later; the same key gives the same answer, other content 409', async () => {
  const id = await arrive()
  const quote = await call(world.base, 'POST', `arrivals/${id}/quote`)
  expect(quote.body).toMatchObject({ net: '999', spread: '1', currency: 'CHF' })
  expect(await get('settlements/s1')).toMatchObject({ status: 404 })
  const settled = { status: 'settled', net: '999', spread: '1' }
  expect((await settle('s1', id)).body).toEqual(settled)
  expect((await settle('s1', id)).body).toEqual(settled)
  expect((await get('settlements/s1')).body).toEqual(settled)
  expect(await settle('s1', id, { net: '998' })).toMatchObject({ status: 409 })
  await later(19)
  expect(await wires()).toEqual([])
  await later(20)
  expect(await wires()).toMatchObject([{ amount: 999_00n, reference: { type: 'SCOR', value: reference } }])
})

test('an arrival is settled or returned, once and never both', async () => {
  const [one, two] = [await arrive(), await arrive()]
  expect((await settle('s1', one)).body).toMatchObject({ status: 'settled' })
  const gone = { status: 'rejected', reason: `The arrival ${one} was settled already.` }
  expect((await settle('s2', one)).body).toEqual(gone)
  expect((await giveBack('r1', one)).body).toEqual(gone)
  expect((await get('returns/r1')).body).toEqual(gone)
  expect(await call(world.base, 'POST', `arrivals/${one}/quote`)).toMatchObject({ status: 409 })

  expect((await giveBack('r2', two)).body).toEqual({ status: 'settled' })
  expect((await giveBack('r2', two)).body).toEqual({ status: 'settled' })
  expect((await settle('s3', two)).body).toMatchObject({ status: 'rejected' })
  const { arrivals, returns } = await world.bank.json<Record<string, object[]>>('/provider/control/state')
  expect(arrivals).toMatchObject([{ gone: 'settled' }, { gone: 'returned' }])
  expect(returns).toMatchObject([{ status: 'rejected' }, { arrival: two, status: 'settled', why: 'Not the sender.' }])
  await later(60)
  expect(await wires()).toHaveLength(1)
})

test('nothing leaves above the quote, on a requested rejection, or without an account', async () => {
  const id = await arrive()
  expect((await settle('s1', id, { net: '999.01' })).body).toEqual({
    status: 'rejected',
    reason: 'At most 999 CHF of it would be wired.',
  })
  await next({ next: 'reject', count: 2 })
  expect((await settle('s2', id)).body).toEqual({ status: 'rejected', reason: 'Refused by the provider.' })
  expect((await giveBack('r1', id)).body).toMatchObject({ status: 'rejected' })
  expect(await settle('s3', id, { iban: 'DE89370400440532013000' })).toMatchObject({ status: 404 })
  expect(await settle('s3', 'nothing')).toMatchObject({ status: 404 })
  await next({ next: 'error' })
  expect(await settle('s3', id)).toMatchObject({ status: 503 })
  expect(await get('settlements/s3')).toMatchObject({ status: 404 })
  expect((await settle('s3', id)).body).toMatchObject({ status: 'settled' })
})

test('a settlement may be late, and its wire may be late or sent twice', async () => {
  const id = await arrive()
  await next({ next: 'pending', seconds: 300 })
  await next({ next: 'settle_late', seconds: 600 })
  await next({ next: 'fill_twice' })
  expect((await settle('s1', id)).body).toEqual({ status: 'pending' })
  expect((await settle('s2', id)).body).toMatchObject({ status: 'rejected' })
  await later(5)
  expect((await get('settlements/s1')).body).toMatchObject({ status: 'settled' })
  await later(34)
  expect(await wires()).toEqual([])
  await later(35)
  expect((await wires()).map((entry) => entry.reference.value)).toEqual([reference, reference])
})

test('the statement of a finished day has all entries, and never changes', async () => {
  const [one, two, three] = [await arrive(), await arrive({ amount: '50.05' }), await arrive({ amount: '7' })]
  await settle('s1', one)
  await giveBack('r1', two)
  expect(await statement(world.base, 'CHF', '2026-03-31')).toBeNull()
  await world.bank.setClock(wednesday)
  await arrive({ amount: '3' })
  const result = await statement(world.base, 'CHF', '2026-03-31')
  expect(result).toMatchObject({ from: '2026-03-31', opening: 0n, closing: 7_00n })
  const booked = result!.entries.map(({ bankref, direction, amount }) => [bankref, direction, amount])
  expect(booked).toEqual([
    [one, 'credit', 1000_00n],
    [two, 'credit', 50_05n],
    [three, 'credit', 7_00n],
    [`${one}-NET`, 'debit', 999_00n],
    [`${one}-SPREAD`, 'debit', 1_00n],
    [`${two}-RETURN`, 'debit', 50_05n],
  ])
  expect(result!.entries.map(({ endToEndId }) => endToEndId)).toEqual([one, two, three, one, one, two])
  expect(result!.entries[3]).toMatchObject({ reference: { value: reference }, counterparty: { account: chf.iban } })
  expect(result!.entries[5]).toMatchObject({ returnReason: { info: 'Not the sender.' } })

  // A clock set back reopens no day.
  await world.bank.setClock(tuesday)
  await arrive({ amount: '5' })
  await world.bank.setClock('2026-04-01T22:00:00Z')
  expect(await statement(world.base, 'CHF', '2026-03-31')).toEqual(result)
  expect(await statement(world.base, 'CHF', '2026-04-01')).toMatchObject({
    sequence: result!.sequence + 1n,
    opening: 7_00n,
    closing: 15_00n,
  })
  expect(await statement(world.base, 'GBP', '2026-04-01')).toBeNull() // London's day is not over
  expect((await get('statements?currency=CHF&date=tomorrow')).status).toBe(400)
})

test('on request the next statement with an entry is off by a cent', async () => {
  await next({ next: 'statement_differs' })
  await world.bank.setClock(wednesday)
  expect(await statement(world.base, 'CHF', '2026-03-31')).toMatchObject({ entries: [] })
  await arrive()
  await world.bank.setClock('2026-04-01T22:00:00Z')
  const wrong = await statement(world.base, 'CHF', '2026-04-01')
  expect(wrong).toMatchObject({ entries: [{ amount: 1000_01n }], closing: 1000_01n })
  world = await world.restart()
  expect(await statement(world.base, 'CHF', '2026-04-01')).toEqual(wrong)
  await world.bank.setClock('2026-04-02T22:00:00Z')
  expect(await statement(world.base, 'CHF', '2026-04-02')).toMatchObject({ opening: 1000_01n, entries: [] })
})

test('accepted without an answer, then killed: everything is kept, and the wire is sent once', async () => {
  let process = await startCounterparts()
  const bank = () => customerOf(process.origin)
  const ask = (path: string, key: string, json: object) => post(path, key, json, process.origin)
  const silent = () => bank().json('/provider/control/next', { next: 'timeout_after_accept' })
  const rail = { currency: 'CHF', name: 'Acme AG' }
  try {
    await bank().setClock(tuesday)
    await silent()
    await expect(ask('collections', 'rail-1', rail)).rejects.toThrow('fetch failed')
    const opened = (await ask('collections', 'rail-1', rail)).body
    const paid = { reference: opened.reference }
    const [one, two] = [await arrive(paid, bank()), await arrive(paid, bank())]
    const settlement = { arrival: one, net: '999', iban: chf.iban, reference }
    await silent()
    await expect(ask('settlements', 's1', settlement)).rejects.toThrow('fetch failed')
    await silent()
    await expect(ask('returns', 'r1', { arrival: two, reason: 'Closed.' })).rejects.toThrow('fetch failed')
    await process.kill()
    process = await process.again()

    const reported = async (path: string) => (await call(process.origin, 'GET', path)).body
    expect(await reported('collections/rail-1')).toEqual(opened)
    expect((await reported('arrivals')).arrivals).toMatchObject([{ id: one }, { id: two }])
    expect(await reported('settlements/s1')).toMatchObject({ status: 'settled', net: '999' })
    expect(await reported('returns/r1')).toEqual({ status: 'settled' })
    expect((await ask('settlements', 's1', settlement)).body).toMatchObject({ status: 'settled' })
    await bank().setClock('2026-03-31T23:00:00Z')
    expect(await bank().told(chf.iban, 1)).toHaveLength(1)
    expect(await statement(process.origin, 'CHF', '2026-03-31')).toMatchObject({ closing: 0n })
  } finally {
    await process.end()
  }
})

test('a log older than collections can be read, and its wire still leaves', async () => {
  let process = await startCounterparts()
  try {
    await process.kill()
    const answer = { status: 'filled', sell: 'ETH', sold: '1.002', buy: 'CHF', bought: '2950', spread: '0.002' }
    const proceeds = [
      {
        endToEndId: 'CONV-2-1',
        dueAt: '2026-03-31T08:20:00.000Z',
        iban: chf.iban,
        currency: 'CHF',
        amount: '2950',
        reference,
      },
    ]
    const taken = { type: 'taken', hash: 'h', answer, uses: [], proceeds }
    const events = [
      { type: 'asked', next: 'reject', count: 2, seconds: null },
      { type: 'failed', uses: ['reject'] },
      { ...taken, key: 'k1' },
      { type: 'wired', key: 'k1' },
      { ...taken, key: 'k2' },
    ]
    const lines = events.map((event) => `${JSON.stringify(event)}\n`)
    await writeFile(join(process.folder, 'provider.log'), lines.join(''))
    process = await process.again()
    expect((await call(process.origin, 'GET', 'conversions/k1')).body).toEqual(answer)
    expect(await customerOf(process.origin).json('/provider/control/state')).toMatchObject({
      asked: [{ next: 'reject', count: 1 }],
      collections: [],
    })
    expect(await customerOf(process.origin).told(chf.iban, 1)).toMatchObject([{ endToEndId: 'CONV-2-1' }])
  } finally {
    await process.end()
  }
})
