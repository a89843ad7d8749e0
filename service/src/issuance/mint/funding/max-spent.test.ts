import {
  cancel,
  deposit,
  desk,
  ends,
  eth,
  funding,
  gas,
  has,
  institution,
  pass,
  price,
  run,
  sales,
  sold,
  stateOf,
  useConversionDesk,
  worth,
} from '@specie/test/conversion-desk.ts'
import { expect, test } from 'vitest'
import { indicativeCost } from './row.ts'
import { refreshRates } from '../../../markets/rate/refresh.ts'

useConversionDesk()

const inEther = (thousandths: bigint) => thousandths * 10n ** 15n

test('at a price above max_spent the mint waits with a reason, and continues when the price is back', async () => {
  const acme = await institution()
  const mint = await funding(acme, 'ETH', inEther(1_010n))
  await worth('ETH', 1_960)
  await refreshRates.run(desk.env)
  await deposit(acme, 'ETH', eth(15n))
  expect(await run()).toBe(0)
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'waiting_deposit' })
  expect((await stateOf(mint)).reason).toContain('more than max_spent (1.01 ETH)')
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n), pending: 0n })
  await worth('ETH', 2_000)
  await refreshRates.run(desk.env)
  expect(await run()).toBe(1)
  expect(await stateOf(mint)).toMatchObject({ conversion: 'sending', reason: null })
  await ends(mint)
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'filled', spent: inEther(1_002n) + gas })
})

test('when the price exceeds max_spent on the way to the provider, nothing is sold, and the mint can be canceled', async () => {
  const acme = await institution()
  const mint = await funding(acme, 'ETH', inEther(1_015n))
  await deposit(acme, 'ETH', eth(15n))
  await run()
  await expect(cancel(acme, mint)).rejects.toMatchObject({ code: 'not_cancelable' })
  await worth('ETH', 1_960)
  await refreshRates.run(desk.env)
  await ends(mint)
  await run()
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'converting' })
  expect((await stateOf(mint)).reason).toContain('more than max_spent')
  expect(await sales(mint)).toBe(0)
  expect(await cancel(acme, mint)).toMatchObject({ status: 'canceled' })
  expect(await stateOf(mint)).toMatchObject({ mint: 'canceled', conversion: 'canceled' })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - gas, pending: 0n })
  await worth('ETH', 2_000)
  await refreshRates.run(desk.env)
  await run()
  expect(await sales(mint)).toBe(0)
})

test('a mint that waits for its crypto can be canceled once; one whose crypto was sold cannot', async () => {
  const acme = await institution()
  const waiting = await funding(acme)
  expect(await cancel(acme, waiting, 'true')).toMatchObject({ status: 'pending', validated: true })
  expect(await cancel(acme, waiting)).toMatchObject({ status: 'canceled', requestid: waiting })
  await expect(cancel(acme, waiting)).rejects.toMatchObject({ code: 'not_cancelable', details: { status: 'canceled' } })
  await expect(cancel(await institution(), waiting)).rejects.toMatchObject({ details: { rule: 'unknown' } })
  await deposit(acme, 'ETH', eth(15n))
  expect(await run()).toBe(0)
  const { acme: other, mint } = await sold('timeout_after_accept')
  await expect(cancel(other, mint)).rejects.toMatchObject({ code: 'not_cancelable' })
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'filled' })
})

test('a mint whose price never returns fails after a day, and everything is released', async () => {
  const acme = await institution()
  const mint = await funding(acme, 'ETH', inEther(1_015n))
  await deposit(acme, 'ETH', eth(15n))
  await run()
  await worth('ETH', 1_960)
  await refreshRates.run(desk.env)
  await ends(mint)
  await run()
  await pass(24 * 60)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'failed', reason: expect.stringContaining('max_spent') })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - gas, pending: 0n })
})

test('a provider with a price far from the reference sells nothing', async () => {
  const acme = await institution()
  await deposit(acme, 'ETH', eth(1_500n))
  const mint = await funding(acme)
  await price('ETH/CHF', '20')
  expect(await run()).toBe(0)
  await expect(indicativeCost(desk.env, { sell: 'ETH', buy: 'CHF', bought: 200_000n })).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  await refreshRates.run(desk.env)
  expect(await run()).toBe(0)
  expect(await stateOf(mint)).toMatchObject({ conversion: 'waiting_deposit' })
})
