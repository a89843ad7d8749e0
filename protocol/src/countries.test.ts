import { expect, test } from 'vitest'
import { isCountryCode } from './countries.ts'

test.each(['CH', 'GB', 'US', 'KP', 'AX', 'XK'])('%s is a country', (code) => expect(isCountryCode(code)).toBe(true))

test.each(['ZZ', 'XX', 'UK', 'EU', 'SU', 'ch', '__proto__', ''])('%s is not a country', (code) =>
  expect(isCountryCode(code)).toBe(false),
)
