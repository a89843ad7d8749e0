import { expect, test } from 'vitest'
import type { Provider } from '../../base/ports/provider.ts'
import { NoAnswer } from './client.ts'
import { untilNoAnswer } from './until-no-answer.ts'

function failing(error: Error) {
  const calls: string[] = []
  const quote = () => {
    calls.push('quote')
    return Promise.reject(error)
  }
  const conversion = async () => {
    calls.push('conversion')
    return null
  }
  return { calls, provider: untilNoAnswer({ name: 'test', quote, conversion } as unknown as Provider) }
}

const wanted = { sell: 'ETH', buy: 'CHF', bought: 1n } as const

test('after a call without an answer no other call is made', async () => {
  const { calls, provider } = failing(new NoAnswer('timeout'))
  await expect(provider.quote(wanted)).rejects.toThrow('timeout')
  await expect(provider.conversion('key')).rejects.toThrow('timeout')
  await expect(provider.quote(wanted)).rejects.toThrow('timeout')
  expect(calls).toEqual(['quote'])
})

test('a refusal is an answer: later calls are still made', async () => {
  const { calls, provider } = failing(new Error('the provider answered 400'))
  await expect(provider.quote(wanted)).rejects.toThrow('400')
  expect(await provider.conversion('key')).toBeNull()
  expect(calls).toEqual(['quote', 'conversion'])
})
