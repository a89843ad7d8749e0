import { expect, test } from 'vitest'
import { refusalLogLimit } from './refusal-lines.ts'
import type { Seen } from './request.ts'

test('fifty refusals a second are logged, and the next line says how many were skipped', () => {
  let now = 1_000
  const isLogged = refusalLogLimit({ elapsed: () => now })
  const logged = (code?: string): Seen | null => {
    const seen: Seen = code === undefined ? {} : { code }
    return isLogged(seen) ? seen : null
  }
  const lines = Array.from({ length: 80 }, () => logged('service_unavailable')).filter((line) => line !== null)
  expect(lines).toEqual(Array.from({ length: 50 }, () => ({ code: 'service_unavailable' })))
  expect(logged()).toEqual({})
  expect(logged('signature_failure')).toEqual({ code: 'signature_failure' })
  now += 1_000
  expect(logged('rate_limited')).toEqual({ code: 'rate_limited', left_out: 30 })
  expect(logged('rate_limited')).toEqual({ code: 'rate_limited' })
})
