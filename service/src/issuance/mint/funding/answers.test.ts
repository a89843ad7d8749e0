import {
  desk,
  ends,
  eth,
  has,
  pass,
  run,
  sales,
  spentOn,
  stateOf,
  underway,
  useConversionDesk,
} from '@specie/test/conversion-desk.ts'
import { expect, test } from 'vitest'
import type { Provider } from '../../../base/ports/provider.ts'
import { advanceConversions } from './job.ts'

useConversionDesk()

type Filled = Extract<Awaited<ReturnType<Provider['convert']>>, { status: 'filled' }>

/** The provider sells as ordered, and answers something else. */
function answering(change: (answer: Filled) => Partial<Filled>): Provider {
  const provider = desk.env.provider!
  const changed = (answer: Awaited<ReturnType<Provider['convert']>>) =>
    answer.status === 'filled' ? { ...answer, ...change(answer) } : answer
  return {
    ...provider,
    convert: async (...ask) => changed(await provider.convert(...ask)),
    conversion: async (key) => {
      const found = await provider.conversion(key)
      return found && changed(found)
    },
  }
}

test.each<[string, (answer: Filled) => Partial<Filled>]>([
  ['it bought less than was ordered', ({ bought }) => ({ bought: bought - 1n })],
  ['it bought more than was ordered', ({ bought }) => ({ bought: bought + 1n })],
  ['it sold more than it was sent', () => ({ sold: eth(15n) })],
  ['its spread is below zero', () => ({ spread: -1n })],
  ['all that it sold was spread', ({ sold }) => ({ spread: sold })],
])('%s: nothing is booked until the answer is what was asked', async (_what, change) => {
  const { acme, mint } = await underway()
  await ends(mint)
  const before = await has(acme, 'ETH')
  await advanceConversions.run({ ...desk.env, provider: answering(change) })
  expect([await stateOf(mint), await sales(mint)]).toMatchObject([{ conversion: 'converting' }, 1])
  expect((await has(acme, 'ETH'))!.available).toBe(before!.available)

  await pass(1)
  await run()
  expect([await stateOf(mint), await sales(mint)]).toMatchObject([{ conversion: 'filled' }, 1])
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - spentOn, pending: 0n })
})
