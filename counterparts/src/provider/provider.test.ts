import { startCounterparts } from '@specie/test/programs/counterparts.ts'
import { startDevnet } from '@specie/test/programs/devnet.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { account, customerOf } from '@specie/test/customers/bank.ts'
import { testWorld, type TestWorld } from '@specie/test/customers/world.ts'
import { call } from '@specie/test/customers/provider.ts'
import { anchors, priceAt } from './prices.ts'

const tuesday = '2026-03-31T08:00:00Z'
const chf = account('client_money', 'CHF')
const reference = 'RF18539007547034'

const ask = { sell: 'ETH', buy: 'CHF', bought: '2950', most_sold: '1.1', iban: chf.iban, reference }
const convert = (base: string, idempotencyKey: string, over: object = {}) =>
  call(base, 'POST', 'conversions', { ...ask, ...over }, { idempotencyKey })

let world: TestWorld
beforeEach(async () => {
  world = await testWorld()
  await world.bank.setClock(tuesday)
  await freeze('ETH/CHF', '2950')
})
afterEach(() => world.end())

const freeze = (symbol: string, price: string) =>
  world.bank.json('/provider/control/rates', { symbol, price, frozen: true })
const next = (fault: object) => world.bank.json('/provider/control/next', fault)
const later = (minutes: number) => world.bank.setClock(new Date(Date.parse(tuesday) + minutes * 60_000).toISOString())
const wires = async () => (await world.bank.notifications(chf.iban)).flatMap(({ entries }) => entries)

test('only calls with a current and right signature are answered', async () => {
  expect(await call(world.base, 'GET', 'rates')).toMatchObject({ status: 200 })
  expect(await call(world.base, 'GET', 'rates', undefined, { key: 'else' })).toMatchObject({ status: 401 })
  expect(await call(world.base, 'GET', 'rates', undefined, { secret: 'another secret of ours' })).toMatchObject({
    status: 401,
  })
  expect(await call(world.base, 'GET', 'rates', undefined, { at: Date.now() - 31_000 })).toMatchObject({ status: 401 })
  expect((await fetch(`${world.base}/provider/v1/rates`)).status).toBe(401)
})

test('a signature covers its method, path, query, idempotency key and body, for half a minute', async () => {
  const idempotencyKey = 'conversion:1'
  const altered = (signed: object, over: object = {}) =>
    call(world.base, 'POST', 'conversions', ask, { idempotencyKey, signed, ...over })
  for (const signed of [
    { method: 'GET' },
    { path: 'quote' },
    { path: 'conversions?x=1' },
    { idempotencyKey: 'conversion:2' },
    { idempotencyKey: '' },
    { body: JSON.stringify({ ...ask, bought: '1' }) },
    // The end of one part must not count as the start of the next.
    { idempotencyKey: '', body: `${idempotencyKey}\n${JSON.stringify(ask)}` },
  ])
    expect(await altered(signed), JSON.stringify(signed)).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining('x-signature does not fit') },
    })
  expect(await altered({}, { at: Date.now() - 31_000 })).toMatchObject({ status: 401 })
  expect(await call(world.base, 'GET', `conversions/${idempotencyKey}`)).toMatchObject({ status: 404 })
  expect(await altered({})).toMatchObject({ status: 200, body: { status: 'filled' } })
})

test('a quote names the cost of an exact amount, and the spread in it', async () => {
  const quote = await call(world.base, 'POST', 'quote', { sell: 'ETH', buy: 'CHF', bought: '2950' })
  expect(quote.body).toMatchObject({ sold: '1.002', spread: '0.002' })
  await freeze('GBP/CHF', '1.25')
  const pounds = await call(world.base, 'POST', 'quote', { sell: 'CHF', buy: 'GBP', bought: '100' })
  expect(pounds.body).toMatchObject({ sold: '125.25', spread: '0.25' })
  const none = await call(world.base, 'POST', 'quote', { sell: 'VCHF', buy: 'GBP', bought: '100' })
  expect(none).toMatchObject({ status: 400, body: { error: expect.stringContaining('is not sold for') } })
})

test('prices walk by basis points around their anchor, the same for the same time', () => {
  const at = (step: number) => priceAt('GBP/CHF', anchors['GBP/CHF'], 1_700_000_000_000 + step * 2_000).units
  const walk = Array.from({ length: 500 }, (_, step) => at(step))
  expect(walk).toEqual(Array.from({ length: 500 }, (_, step) => at(step)))
  for (const units of walk) expect(units >= 1_122_750n && units <= 1_127_250n).toBe(true)
  expect(new Set(walk).size).toBeGreaterThan(100)
})

test('stale prices keep their time', async () => {
  await world.bank.json('/provider/control/rates', { stale: true })
  const first = await call(world.base, 'GET', 'rates')
  const second = await call(world.base, 'GET', 'rates')
  expect(second.body).toEqual(first.body)
})

test('a fill is wired twenty minutes later; the same key gives the same answer, other content 409', async () => {
  expect(await call(world.base, 'GET', 'conversions/k1')).toMatchObject({ status: 404 })
  const filled = await convert(world.base, 'k1')
  expect(filled.body).toEqual({
    status: 'filled',
    sell: 'ETH',
    sold: '1.002',
    buy: 'CHF',
    bought: '2950',
    spread: '0.002',
  })
  await freeze('ETH/CHF', '3000')
  expect(await convert(world.base, 'k1')).toEqual(filled)
  expect(await call(world.base, 'GET', 'conversions/k1')).toEqual(filled)
  expect(await convert(world.base, 'k1', { bought: '2951' })).toMatchObject({ status: 409 })
  await later(19)
  expect(await wires()).toEqual([])
  await later(20)
  expect(await wires()).toMatchObject([
    {
      amount: 2950_00n,
      reference: { type: 'SCOR', value: reference },
      counterparty: { name: 'UAT Conversion Provider AG' },
    },
  ])
})

test('it rejects on request, and when the price exceeds the maximum sold', async () => {
  await next({ next: 'reject' })
  expect((await convert(world.base, 'k1')).body).toMatchObject({ status: 'rejected' })
  expect((await convert(world.base, 'k2', { most_sold: '1.0019' })).body).toEqual({
    status: 'rejected',
    reason: 'The price has moved. It would take 1.002 ETH.',
  })
  await later(60)
  expect(await wires()).toEqual([])
})

test('nothing is sold if the proceeds cannot be wired, or on an error', async () => {
  expect(await convert(world.base, 'k1', { iban: 'DE89370400440532013000' })).toMatchObject({ status: 404 })
  await next({ next: 'error' })
  expect(await convert(world.base, 'k1')).toMatchObject({ status: 503 })
  expect(await call(world.base, 'GET', 'conversions/k1')).toMatchObject({ status: 404 })
  expect((await convert(world.base, 'k1')).body).toMatchObject({ status: 'filled' })
})

test('filled twice, and late', async () => {
  await next({ next: 'fill_twice' })
  await next({ next: 'settle_late', seconds: 600 })
  await convert(world.base, 'k1')
  await later(29)
  expect(await wires()).toEqual([])
  await later(30)
  const answer = await wires()
  expect(answer.map((entry) => entry.reference.value)).toEqual([reference, reference])
  expect(new Set(answer.map((entry) => entry.endToEndId)).size).toBe(2)
})

test('a signed call needs no token', async () => {
  const guarded = await testWorld({ COUNTERPARTS_TOKEN: 'a-token-of-good-length' })
  try {
    expect(await call(guarded.base, 'GET', 'rates')).toMatchObject({ status: 200 })
    expect(await guarded.bank.call('/provider/control/state')).toMatchObject({ status: 401 })
  } finally {
    await guarded.end()
  }
})

test('with access to the chain, it sells no more than has arrived', async () => {
  const devnet = await startDevnet({ DEVNET_BLOCK_MS: '20', DEVNET_CHAINS: 'ETH' })
  const seeing = await testWorld({ DEVNET_URL: devnet.origin })
  try {
    await seeing.bank.json('/provider/control/rates', { symbol: 'ETH/CHF', price: '2950', frozen: true })
    expect(await convert(seeing.base, 'k1')).toMatchObject({ status: 402 })
    const { address } = (await call(seeing.base, 'GET', 'deposit-address?asset=ETH&chain=ETH')).body
    await devnet.control('ETH', 'faucet', { address, amount: '1500000000000000000' })
    await expect.poll(() => convert(seeing.base, 'k1')).toMatchObject({ status: 200, body: { status: 'filled' } })
    expect(await convert(seeing.base, 'k2')).toMatchObject({ status: 402 })
    expect(await convert(seeing.base, 'k3', { bought: '1400' })).toMatchObject({ status: 200 })
  } finally {
    await seeing.end()
    await devnet.end()
  }
})

test('accepted without an answer, then killed: the conversion exists, and its wire is sent once', async () => {
  let process = await startCounterparts()
  const bank = () => customerOf(process.origin)
  try {
    await bank().setClock(tuesday)
    await bank().json('/provider/control/rates', { symbol: 'ETH/CHF', price: '2950', frozen: true })
    await bank().json('/provider/control/next', { next: 'timeout_after_accept' })
    await expect(convert(process.origin, 'k1')).rejects.toThrow('fetch failed')
    await process.kill()
    process = await process.again()
    expect((await call(process.origin, 'GET', 'conversions/k1')).body).toMatchObject({
      status: 'filled',
      sold: '1.002',
    })
    await bank().json('/provider/control/rates', { symbol: 'ETH/CHF', price: '3000', frozen: true })
    expect((await convert(process.origin, 'k1')).body).toMatchObject({ status: 'filled', sold: '1.002' })
    await bank().setClock('2026-03-31T09:00:00Z')
    expect(await bank().told(chf.iban, 1)).toHaveLength(1)
  } finally {
    await process.end()
  }
})
