import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SpecieError, type SpecieErrorCode } from '../error.ts'
import { resolveByLookUp } from './look-up.ts'

// A reused id finds the row of another request, whose answer must not count as ours.

type Fields = Record<string, unknown>

const lost = new SpecieError({ code: 'no_answer', docs: 'https://desk.example/docs/sdk' })
const withdrawal = { clreqid: 'a', asset: 'CHF', quantity: '10', blockchain: null, destination: 'main' }
const rows: Record<string, Fields[]> = {
  withdrawals: [{ ...withdrawal, identifier: 'CH9300762011623852957', status: 'pending' }],
  supplychanges: [{ clreqid: 'a', type: 'mint', asset: 'VCHF', blockchain: 'ETH', quantity: '10', destination: null }],
  conversions: [{ clreqid: 'a', sold: '10', sold_currency: 'CHF', bought: '9', bought_currency: 'VCHF' }],
}
type Name = Parameters<typeof resolveByLookUp>[1]
const lookUp = (name: Name, request: Fields, failure = lost) =>
  resolveByLookUp(async () => rows, name, { clreqid: 'a', ...request }, failure, undefined)

const conversion = { from_currency: 'CHF', to_currency: 'VCHF', quantity: '10.5' }
const coins = { asset: 'VCHF', blockchain: 'ETH', quantity: '10.0' }

test.each([
  ['withdraw', { asset: 'CHF', quantity: '10', destination: 'main' }],
  ['withdraw', { asset: 'CHF', quantity: '10', destination: 'ch93 0076 2011 6238 5295 7' }],
  ['mintTokens', coins],
  ['convert', conversion],
] as const)('%s: our own row is found', async (name, request) => {
  expect(await lookUp(name, request)).toMatchObject({ validated: false })
})

test.each([
  ['withdraw', { asset: 'CHF', quantity: '10', destination: 'other' }],
  ['redeemTokens', coins],
  ['mintTokens', { ...coins, destination: 'treasury' }],
  ['convert', { ...conversion, to_currency: 'VGBP' }],
  ['convert', { ...conversion, quantity: '9' }],
] as const)('%s: the row of another request is not ours', async (name, request) => {
  await expect(lookUp(name, request)).rejects.toMatchObject({ code: 'outcome_unknown' })
})

test.each([
  ['withdraw', { asset: 'CHF', quantity: '20', destination: 'main' }],
  ['mintTokens', { ...coins, quantity: '11' }],
] as const)('%s: an id of another request shows that this one was not carried out', async (name, request) => {
  await expect(lookUp(name, request)).rejects.toMatchObject({ code: 'no_answer', details: { carried_out: false } })
})

test('an id of the service is the same in capital letters', async () => {
  const quoteid = '0199f000-0000-7000-8000-00000000abcd'
  const make = async () => ({ conversions: [{ ...rows['conversions']![0], quoteid }] })
  const request = { clreqid: 'a', quoteid: quoteid.toUpperCase() }
  expect(await resolveByLookUp(make, 'convert', request, lost, undefined)).toMatchObject({ quoteid })
})

test('an id that the service reports as used otherwise was not used for this request', async () => {
  const failure = new SpecieError({ code: 'duplicate_clreqid', status: 409 })
  const found = lookUp('withdraw', { asset: 'CHF', quantity: '10', destination: 'main' }, failure)
  await expect(found).rejects.toMatchObject({ code: 'duplicate_clreqid', details: { carried_out: false } })
})

// There is no row. Only an answer to the request itself proves that there will be none.

describe('without a row', () => {
  const requested = { clreqid: 'a', asset: 'CHF', quantity: '10', destination: 'main' }
  const nothing = async () => ({ withdrawals: [], supplychanges: [{ requestid: 'm', status: 'pending' }] })
  const notFound = (name: Name, code: SpecieErrorCode, status: number | null, signal?: AbortSignal) =>
    resolveByLookUp(nothing, name, { ...requested, requestid: 'm' }, new SpecieError({ code, status }), signal)

  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['request_in_progress', 409],
    ['no_answer', null],
    ['timeout', null],
    ['internal_error', 500],
    ['bad_answer', 502],
    // These attempts did nothing, but an earlier attempt may have been carried out.
    ['bad_answer', 403],
    ['rate_limited', 429],
    ['invalid_nonce', 401],
    ['service_unavailable', 503],
    ['request_timeout', 408],
    ['scope_missing', 403],
    ['halted', 403],
  ] as const)('%s (%s): the outcome is unknown, after three look-ups', async (code, status) => {
    for (const name of ['withdraw', 'cancelMint'] as const) {
      const began = Date.now()
      const found = notFound(name, code, status).catch((error: unknown) => error)
      await vi.runAllTimersAsync()
      const failure = (await found) as SpecieError
      expect(failure).toMatchObject({ code: 'outcome_unknown', details: { call: name, failure: code } })
      expect(failure.details).not.toHaveProperty('carried_out')
      expect(failure.message).not.toContain('not carried out')
      expect(Date.now() - began).toBe(4_000)
    }
  })

  test.each([
    ['insufficient_balance', 400],
    ['not_cancelable', 400],
    ['limit_exceeded', 403],
  ] as const)('%s: it was not carried out', async (code, status) => {
    await expect(notFound('withdraw', code, status)).rejects.toMatchObject({ code, details: { carried_out: false } })
  })

  test('a signal between two look-ups ends them, and the outcome is unknown', async () => {
    const stop = new AbortController()
    const found = notFound('withdraw', 'no_answer', null, stop.signal).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(300)
    stop.abort()
    const failure = (await found) as SpecieError
    expect(failure).toMatchObject({ code: 'aborted', details: { look_up: 'queryWithdrawals', by: 'clreqid', id: 'a' } })
    expect(failure.details).not.toHaveProperty('carried_out')
  })

  test('a signal during a look-up is reported in the same way', async () => {
    const aborted = () => Promise.reject(new SpecieError({ code: 'aborted' }))
    const found = resolveByLookUp(aborted, 'withdraw', requested, lost, undefined)
    await expect(found).rejects.toMatchObject({ code: 'aborted', details: { look_up: 'queryWithdrawals', id: 'a' } })
  })
})
