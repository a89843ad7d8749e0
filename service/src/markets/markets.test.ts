import { testProviderSecret } from '@specie/counterparts/settings.ts'
import { type Counterparts, startCounterparts } from '@specie/test/programs/counterparts.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../base/clock.ts'
import type { Env } from '../base/env.ts'
import type { Provider } from '../base/ports/provider.ts'
import { httpProvider } from './provider/provider.ts'
import { minimumWorth, rateOf } from './rate/rates.ts'
import { refreshRates } from './rate/refresh.ts'

let database: TestDatabase
let counterparts: Counterparts
let provider: Provider
let env: Env
let ahead = 0

beforeAll(async () => {
  database = await freshDatabase()
  counterparts = await startCounterparts()
  provider = httpProvider(counterparts.origin, 'specie', testProviderSecret)
  const now = () => new Date(systemClock.wall() + ahead)
  env = testEnv(database, { provider, clock: { ...systemClock, now } })
})
afterAll(async () => {
  await counterparts.end()
  await database.drop()
})

async function control(lever: 'rates' | 'next', request: object): Promise<void> {
  const url = `${counterparts.origin}/provider/control/${lever}`
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(request) })
  expect(response.status).toBe(200)
}
const freeze = (symbol: string, price: string) => control('rates', { symbol, price, frozen: true })

const chf = 'CH0308998000010010010'
const request = {
  sell: 'ETH',
  buy: 'CHF',
  bought: 200_000n,
  maxSold: 10n ** 19n,
  iban: chf,
  reference: 'RF18539007547034',
} as const

test('without a rate nothing is valued', async () => {
  await expect(rateOf(env, 'CHF', 'GBP')).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(await minimumWorth(env, 100_000_00n, 'GBP')).toEqual({ minor: 100_000_00n, rate: '1' })
})

test('a rate is used in both directions', async () => {
  await freeze('GBP/CHF', '1.25')
  for (const [symbol, price] of Object.entries({ 'ETH/GBP': '2360', 'BTC/GBP': '74000', 'USDC/GBP': '0.708' }))
    await freeze(symbol, price) // so that the cross rates agree with it
  await refreshRates.run(env)
  expect(await rateOf(env, 'GBP', 'CHF')).toMatchObject({ units: 125n * 10n ** 16n, decimals: 18 })
  expect(await rateOf(env, 'CHF', 'GBP')).toMatchObject({ base: 'CHF', quote: 'GBP', units: 8n * 10n ** 17n })
  expect(await minimumWorth(env, 100_000_00n, 'CHF')).toEqual({ minor: 125_000_00n, rate: 'GBP/CHF 1.25' })
})

test('a rate older than five minutes is not used, whether it was not fetched or its source stopped', async () => {
  await refreshRates.run(env)
  ahead = 5 * 60_000 + 1_000
  await expect(rateOf(env, 'GBP', 'CHF')).rejects.toThrow(/GBP\/CHF is from .* too old/)
  ahead = 0
  expect(await rateOf(env, 'GBP', 'CHF')).toBeDefined()
  await control('rates', { stale: true })
  ahead = 5 * 60_000 + 1_000
  await refreshRates.run(env)
  await expect(rateOf(env, 'GBP', 'CHF')).rejects.toMatchObject({ code: 'service_unavailable' })
  ahead = 0
  await control('rates', { stale: false })
})

test('the provider converts once per key, reports the outcome on request, and rejects other content', async () => {
  await freeze('ETH/CHF', '2000')
  expect(await provider.quote(request)).toMatchObject({ sold: 1_002n * 10n ** 15n, spread: 2n * 10n ** 15n })
  expect(await provider.depositAddress('ETH', 'ETH')).toMatch(/^0x/)
  expect(await provider.conversion('k1')).toBeNull()
  await control('next', { next: 'timeout_after_accept' })
  await expect(provider.convert('k1', request)).rejects.toThrow('did not answer')
  const filled = { status: 'filled', sold: 1_002n * 10n ** 15n, bought: 200_000n, spread: 2n * 10n ** 15n, payTo: null }
  expect(await provider.conversion('k1')).toEqual(filled)
  expect(await provider.convert('k1', request)).toEqual(filled)
  await expect(provider.convert('k1', { ...request, bought: 1n })).rejects.toThrow(
    /409 .* was used for another conversion/,
  )
  expect(await provider.convert('k2', { ...request, maxSold: 1n })).toMatchObject({ status: 'rejected' })
})

test('a wrong secret is refused with the provider’s own message', async () => {
  const stranger = httpProvider(counterparts.origin, 'specie', 'not the secret at all')
  await expect(stranger.rates()).rejects.toThrow(/401 .*x-signature does not fit/)
})
