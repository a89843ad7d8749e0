import {
  deposit,
  desk,
  ends,
  eth,
  funding,
  has,
  institution,
  price,
  run,
  sales,
  stateOf,
  underway,
  useConversionDesk,
} from '@specie/test/conversion-desk.ts'
import { expect, test } from 'vitest'
import { advanceConversions } from './job.ts'
import { startConversions } from './send.ts'

// A run requests quotes only for mints that can be paid, and once for each amount.

useConversionDesk()

/** A run, with its requests to the provider. */
async function started() {
  const provider = desk.env.provider!
  let quotes = 0
  const quote: typeof provider.quote = (wanted) => {
    quotes += 1
    return provider.quote(wanted)
  }
  return { started: await startConversions(desk.env, { ...provider, quote }), quotes }
}

test('mints that cannot be paid at any price use no quote, and delay no others', async () => {
  const [poor, rich] = [await institution(), await institution()]
  await deposit(poor, 'ETH', 1n)
  for (let n = 0; n < 10; n += 1) await funding(poor)
  expect(await started()).toEqual({ started: 0, quotes: 0 })
  const mint = await funding(rich)
  await deposit(rich, 'ETH', eth(15n))
  expect(await started()).toEqual({ started: 1, quotes: 1 })
  expect(await stateOf(mint)).toMatchObject({ conversion: 'sending' })
  expect(await started()).toEqual({ started: 0, quotes: 0 })
})

test('as many mints start as the balance pays for; equal amounts use one quote', async () => {
  const acme = await institution()
  await deposit(acme, 'ETH', eth(25n))
  const mints = [await funding(acme), await funding(acme), await funding(acme), await funding(acme)]
  expect(await started()).toEqual({ started: 2, quotes: 1 })
  const states = await Promise.all(mints.map(stateOf))
  expect(states.map(({ conversion }) => conversion)).toEqual([
    'sending',
    'sending',
    'waiting_deposit',
    'waiting_deposit',
  ])
  expect(await started()).toEqual({ started: 0, quotes: 0 })
})

test('a mint with an unreachable ceiling waits with its reason, and uses no quote', async () => {
  const acme = await institution()
  await deposit(acme, 'ETH', eth(25n))
  const mint = await funding(acme, 'ETH', eth(9n))
  expect(await started()).toEqual({ started: 0, quotes: 0 })
  expect((await stateOf(mint)).reason).toContain('more than max_spent (0.9 ETH)')
})

test('a quote below the reference is used when the balance pays for it', async () => {
  const acme = await institution()
  await deposit(acme, 'ETH', 998n * 10n ** 15n)
  await funding(acme)
  expect(await started()).toEqual({ started: 0, quotes: 1 })
  await price('ETH/CHF', '2040')
  expect(await started()).toEqual({ started: 1, quotes: 1 })
})

test('a negative spread is refused in quotes and in sales: the mint waits for a valid one', async () => {
  const { acme, mint } = await underway()
  await ends(mint)
  const real = desk.env.provider!
  const less = (spread: bigint) => -spread - 1n
  const quote: typeof real.quote = async (wanted) => {
    const honest = await real.quote(wanted)
    return { ...honest, spread: less(honest.spread) }
  }
  await advanceConversions.run({ ...desk.env, provider: { ...real, quote } })
  expect([await stateOf(mint), await sales(mint)]).toMatchObject([{ conversion: 'converting' }, 0])
  const convert: typeof real.convert = async (key, order) => {
    const sale = await real.convert(key, order)
    return sale.status === 'filled' ? { ...sale, spread: less(sale.spread) } : sale
  }
  await advanceConversions.run({ ...desk.env, provider: { ...real, convert } })
  expect([await stateOf(mint), await sales(mint)]).toMatchObject([{ conversion: 'converting' }, 1])
  await run()
  expect([await stateOf(mint), await sales(mint)]).toMatchObject([{ conversion: 'filled' }, 1])
  expect((await has(acme, 'CHF'))?.pending).toBe(200_000n)
})
