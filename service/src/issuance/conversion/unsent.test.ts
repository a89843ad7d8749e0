import {
  deposit,
  desk,
  ends,
  eth,
  funding,
  gas,
  has,
  institution,
  pass,
  run,
  sales,
  stateOf,
  useConversionDesk,
} from '@specie/test/conversion-desk.ts'
import { expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { advanceConversions } from './job.ts'

// The provider quotes, and refuses every order to sell at its door (503, or a 400 that it means): it never has one of them.

useConversionDesk()

const closed = (): Env => ({
  ...desk.env,
  provider: { ...desk.env.provider!, convert: () => Promise.reject(new Error('the provider answered 503')) },
})

/** Its ether is with the provider. */
async function arrived(acme?: string): Promise<string> {
  const who = acme ?? (await institution())
  const mint = await funding(who)
  await deposit(who, 'ETH', eth(15n))
  await run()
  await ends(mint)
  return mint
}

async function refused() {
  const acme = await institution()
  const mint = await arrived(acme)
  await advanceConversions.run(closed())
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'converting' })
  expect(await sales(mint)).toBe(0)
  return { acme, mint }
}

const minutesLater = (env: Env, minutes: number): Env => ({
  ...env,
  clock: { ...env.clock, now: () => new Date(systemClock.wall() + minutes * 60_000) },
})

test('a mint whose sale never reached the provider fails after a day, and everything is released', async () => {
  const { acme, mint } = await refused()
  await pass(48 * 60)
  for (let n = 0; n < 3; n += 1) await advanceConversions.run(minutesLater(closed(), 10 + n))
  expect(await sales(mint)).toBe(0)
  expect(await stateOf(mint)).toMatchObject({ mint: 'failed', conversion: 'rejected' })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - gas, pending: 0n })
})

test('a sale that never reached the provider is not ordered again at a price far from the reference', async () => {
  const { mint } = await refused()
  const untried = await arrived()
  // Ether has risen by half, and the provider, back after its trouble, still quotes what it was worth before.
  await desk.database.owner.query(`update markets.rate set units = units * 3 / 2 where symbol like 'ETH/%'`)
  await run()
  expect(await sales(untried)).toBe(0) // as it should be
  expect(await sales(mint)).toBe(0)
})
