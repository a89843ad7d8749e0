import { expect, test } from 'vitest'
import { marketFees, offer, termsOf, termsToJson, within } from './fees.ts'

const gwei = 10n ** 9n
const fees = (max: bigint, priority: bigint) => ({ maxFeePerGas: max, maxPriorityFeePerGas: priority })

test('the first fees cover a doubled base fee, and always include a tip', () => {
  expect(marketFees(10n * gwei, gwei)).toEqual(fees(21n * gwei, gwei))
  expect(marketFees(7n, 0n)).toEqual(fees(1_000_014n, 1_000_000n))
})

test('a replacement offers an eighth more than earlier attempts, rounded up, and at least the market fees', () => {
  expect(offer('ETH', fees(5n, 1n), [fees(8n, 4n), fees(9n, 3n)])).toEqual(fees(11n, 5n))
  expect(offer('ETH', fees(100n, 50n), [fees(8n, 4n)])).toEqual(fees(100n, 50n))
})

test.each([
  ['ETH', 500n],
  ['BASE', 100n],
  ['ARB', 100n],
  ['POL', 20_000n],
  ['AVAX', 20_000n],
] as const)('on %s nobody pays more than %s gwei', (code, limit) => {
  const at = fees(limit * gwei, gwei)
  expect(offer(code, at, [])).toEqual(at)
  const above = () => offer(code, fees(limit * gwei + 1n, gwei), [])
  expect(above).toThrow(`A transaction on ${code} would now offer ${limit} gwei`)
  expect(above).toThrow(`more than the maximum allowed, ${limit}:`)
})

test('neither for a replacement', () => {
  expect(() => offer('BASE', fees(1n, 1n), [fees(90n * gwei, gwei)])).toThrow('maximum allowed, 100')
})

test('an order with a fee limit offers less if that is enough for the next block; a replacement cannot', () => {
  expect(within(fees(21n, 1n), 21n, 10n, true)).toEqual(fees(21n, 1n))
  expect(within(fees(21n, 1n), 11n, 10n, true)).toEqual(fees(11n, 1n))
  expect(within(fees(21n, 1n), 10n, 10n, true)).toBeNull()
  expect(within(fees(21n, 1n), 20n, 10n, false)).toBeNull()
  expect(within(fees(21n, 1n), 21n, 10n, false)).toEqual(fees(21n, 1n))
})

test('terms survive the round trip to the database', () => {
  const terms = { gas: 21_000n, ...fees(2n ** 70n, 1n) }
  expect(termsOf(JSON.parse(JSON.stringify(termsToJson(terms))))).toEqual(terms)
})
