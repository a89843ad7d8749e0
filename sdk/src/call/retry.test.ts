import { describe, expect, test } from 'vitest'
import { SpecieError, type SpecieErrorCode } from '../error.ts'
import { retryDelay, isUncertain, type Tries } from './retry.ts'

const policy = { attempts: 3, firstMs: 100, longestMs: 250 }
const always = () => 1
const first: Tries = { attempts: 1, refusals: 0, wasRefused: false }

const failure = (code: SpecieErrorCode, details = {}, status: number | null = null) =>
  new SpecieError({ code, details, status })
const after = (error: SpecieError, tries = first, isSigned = true) => retryDelay(error, tries, isSigned, policy, always)

describe('retries', () => {
  test.each([
    'no_answer',
    'timeout',
    'internal_error',
    'service_unavailable',
    'request_timeout',
    'request_in_progress',
  ] as const)('%s: with growing waits, and a limit', (code) => {
    const waits = [1, 2, 3].map((attempts) => after(failure(code), { ...first, attempts }))
    expect(waits).toEqual([100, 200, null])
  })

  test('never sooner than Retry-After', () => {
    expect(after(failure('service_unavailable', { retry_after_ms: 5_000 }))).toBe(5_000)
  })

  test.each([
    'bad_request',
    'insufficient_balance',
    'signature_failure',
    'halted',
    'duplicate_clreqid',
    'aborted',
  ] as const)('%s: never', (code) => expect(after(failure(code))).toBe(null))

  test('a refused signed call waits for its turn; a public one for the given time', () => {
    const refusal = failure('rate_limited', { retry_after_ms: 700 })
    expect(after(refusal)).toBe(0)
    expect(after(refusal, first, false)).toBe(700)
    expect(after(refusal, { ...first, refusals: 50 })).toBe(null)
  })

  test('answers of a proxy: after 502 the outcome is unknown, after 403 nothing was done', () => {
    expect(isUncertain(failure('bad_answer', {}, 502))).toBe(true)
    expect(after(failure('bad_answer', {}, 502))).toBe(100)
    expect(after(failure('bad_answer', {}, 403))).toBe(null)
  })

  test('a foreign answer with 400 to 499 is a refusal; with any other status the outcome is unknown', () => {
    const uncertain = [null, 200, 399, 400, 499, 500, 599].filter((status) =>
      isUncertain(failure('bad_answer', {}, status)),
    )
    expect(uncertain).toEqual([null, 200, 399, 500, 599])
  })
})
