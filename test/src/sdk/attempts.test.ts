import { SpecieError } from '@specie/sdk/error.ts'
import { describe, expect, test } from 'vitest'
import { scriptedService } from './scripted-service.ts'

// The attempts of a call, their content, and the caller's result.

const clientOf = scriptedService()
const rateLimited = { status: 429, code: 'rate_limited', details: { retry_after_ms: 1 } } as const
const unavailable = { status: 503, code: 'service_unavailable' } as const
const balances = { balances: [] }

test('a refused signed call is sent again with a higher nonce, as often as others come before it', async () => {
  const { specie, asked } = clientOf([...Array.from({ length: 5 }, () => rateLimited), { answer: balances }])
  expect(await specie.accountBalance()).toEqual(balances)
  const nonces = asked.map(({ nonce }) => Number(nonce))
  expect(nonces).toEqual(nonces.toSorted((a, b) => a - b))
  expect(new Set(nonces).size).toBe(6)
})

test('refusals do not count as attempts', async () => {
  const { specie, calls } = clientOf([rateLimited, unavailable, rateLimited, unavailable, { answer: balances }])
  await expect(specie.accountBalance()).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(calls()).toHaveLength(4)
})

test('it gives up after fifty refusals', async () => {
  const { specie, calls } = clientOf(Array.from({ length: 60 }, () => rateLimited))
  await expect(specie.accountBalance()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(calls()).toHaveLength(51)
})

describe('a read without an answer', () => {
  test('is sent again, and then fails as such: nothing is looked up', async () => {
    const { specie, calls } = clientOf(['lost', 'lost'])
    await expect(specie.accountBalance()).rejects.toMatchObject({ code: 'no_answer' })
    expect(calls()).toEqual(['accountBalance', 'accountBalance'])
  })

  test('without a key as well', async () => {
    const { specie, asked } = clientOf(['lost', { answer: { assets: [] } }])
    expect(await specie.getAssets()).toEqual({ assets: [] })
    expect(asked.map(({ nonce }) => nonce)).toEqual([undefined, undefined])
  })
})

test('a dry run without an answer is not looked up: it has no effect', async () => {
  for (const validate of [true, 'true'] as const) {
    const { specie, calls } = clientOf(['lost', 'lost'])
    const trial = { asset: 'CHF', quantity: '1', destination: 'main', validate } as never
    await expect(specie.withdraw(trial)).rejects.toMatchObject({ code: 'no_answer' })
    expect(calls()).toEqual(['withdraw', 'withdraw'])
  }
})

test('absent fields are not sent, and a write has a constant client id', async () => {
  const { specie, asked } = clientOf(['lost', { answer: { status: 'pending' } }])
  await specie.withdraw({ asset: 'CHF', quantity: 10n as never, destination: 'main', blockchain: undefined })
  const [first, second] = asked.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  expect(first).toEqual({ asset: 'CHF', quantity: '10', destination: 'main', clreqid: expect.any(String) })
  expect(second).toEqual(first)
})

test('listeners get attempts, answers and retries', async () => {
  const result: unknown[] = []
  const tell = (name: string) => (event: object) => void result.push([name, event])
  const on = { request: tell('request'), retry: tell('retry'), answer: tell('answer') }
  const { specie } = clientOf([unavailable, { answer: balances }], [], { on })
  await specie.accountBalance()
  expect(result).toMatchObject([
    ['request', { call: 'accountBalance', attempt: 1, nonce: '2' }],
    ['answer', { status: 503, replayed: false }],
    ['retry', { call: 'accountBalance', attempt: 1, afterMs: expect.any(Number), error: expect.any(SpecieError) }],
    ['request', { attempt: 2, nonce: '3' }],
    ['answer', { status: 200 }],
  ])
})
