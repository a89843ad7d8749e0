import { describe, expect, test } from 'vitest'
import { type Backing, coverageOf } from './coverage.ts'

describe('the published ratio', () => {
  const none: Backing = { there: 0n, dueToClients: 0n, ahead: 0n, circulating: 0n, comingPaid: 0n, comingUnpaid: 0n }

  test.each<[string, Partial<Backing>, bigint | null]>([
    ['nothing to cover', { there: 5n }, null],
    ['at par', { there: 100n, circulating: 100n }, 10_000n],
    ['rounded down', { there: 200n, circulating: 300n }, 6_666n],
    ['without what is owed to clients', { there: 100n, dueToClients: 50n, circulating: 100n }, 5_000n],
    ['without what came ahead of coins', { there: 100n, ahead: 20n, circulating: 100n }, 8_000n],
    ['never below zero', { there: 10n, dueToClients: 50n, circulating: 100n }, 0n],
    ['with coins that come unpaid', { there: 100n, circulating: 60n, comingUnpaid: 40n }, 10_000n],
    [
      'above par the lower one: if paid coins come',
      { there: 240n, ahead: 0n, circulating: 100n, comingPaid: 100n },
      17_000n,
    ],
    ['below par the lower one: if they do not', { there: 50n, circulating: 100n, comingPaid: 100n }, 5_000n],
    ['only coins that come', { there: 100n, ahead: 100n, comingPaid: 100n }, 10_000n],
  ])('%s', (_what, over, expected) => {
    expect(coverageOf({ ...none, ...over })).toBe(expected)
  })
})
