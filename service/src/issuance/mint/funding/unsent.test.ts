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
  sold,
  stateOf,
  useConversionDesk,
} from '@specie/test/conversion-desk.ts'
import { expect, test } from 'vitest'
import { systemClock } from '../../../base/clock.ts'
import type { Env } from '../../../base/env.ts'
import { cancelMint } from '../cancel.ts'
import { advanceConversions } from './job.ts'

// The provider quotes, and refuses every order to sell (503, or a deliberate 400): it never has one of them.

useConversionDesk()

const closed = (): Env => ({
  ...desk.env,
  provider: { ...desk.env.provider!, convert: () => Promise.reject(new Error('the provider answered 503')) },
})

/** Its ether is with the provider, which takes no orders meanwhile. */
async function arrived(acme?: string): Promise<string> {
  const who = acme ?? (await institution())
  const mint = await funding(who)
  await deposit(who, 'ETH', eth(15n))
  await advanceConversions.run(closed())
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
  // Ether has risen by half, and the provider, back after its trouble, still quotes the old price.
  await desk.database.owner.query(`update markets.rate set units = units * 3 / 2 where symbol like 'ETH/%'`)
  await run()
  expect(await sales(untried)).toBe(0) // as expected
  expect(await sales(mint)).toBe(0)
  await desk.database.owner.query(`update markets.rate set units = units * 2 / 3 where symbol like 'ETH/%'`)
  await run()
  expect(await sales(mint)).toBe(1)
})

const canceled = (env: Env, acme: string, mint: string): Promise<string> =>
  cancelMint(env, { institutionId: acme, actor: 'test' }, { requestid: mint }).then(
    ({ answer }) => answer.status,
    (error: Error & { code?: string }) => error.code ?? error.message,
  )

test('a mint whose sale never reached the provider can be canceled as soon as it can no longer arrive', async () => {
  const { acme, mint } = await refused()
  expect(await canceled(closed(), acme, mint)).toBe('not_cancelable')
  const later = minutesLater(closed(), 2)
  const silent = { ...later.provider!, conversion: () => Promise.reject(new Error('the provider answered 503')) }
  expect(await canceled({ ...later, provider: silent }, acme, mint)).toBe('not_cancelable')
  expect(await canceled({ ...later, provider: { ...later.provider!, name: 'another' } }, acme, mint)).toBe(
    'not_cancelable',
  )
  expect(await canceled(later, acme, mint)).toBe('canceled')
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - gas, pending: 0n })
  await run()
  expect(await sales(mint)).toBe(0)
})

test('a sale that the provider has without confirming it neither expires nor can be canceled', async () => {
  const { acme, mint } = await sold('timeout_after_accept')
  const later = minutesLater(desk.env, 10)
  expect(await canceled(later, acme, mint)).toBe('not_cancelable')
  await pass(48 * 60)
  await advanceConversions.run(later)
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', conversion: 'wired' })
  expect(await sales(mint)).toBe(1)
})

test('while the provider refuses, orders pause long enough for a cancellation', async () => {
  const { acme, mint } = await refused()
  for (let n = 0; n < 4; n += 1) await advanceConversions.run(closed())
  await advanceConversions.run(minutesLater(closed(), 1.5))
  expect(await canceled(minutesLater(closed(), 1.5), acme, mint)).toBe('canceled')
})
