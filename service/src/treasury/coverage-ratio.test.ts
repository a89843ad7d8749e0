import { describe, expect, test } from 'vitest'
import { type Backing, coverageOf } from './coverage.ts'

describe('the published ratio', () => {
  const none: Backing = {
    reserve: 0n,
    dueToClients: 0n,
    ahead: 0n,
    circulating: 0n,
    pendingPaid: 0n,
    pendingUnpaid: 0n,
  }

  test.each<[string, Partial<Backing>, bigint | null]>([
    ['nothing to cover', { reserve: 5n }, null],
    ['at par', { reserve: 100n, circulating: 100n }, 10_000n],
    ['rounded down', { reserve: 200n, circulating: 300n }, 6_666n],
    ['without what is owed to clients', { reserve: 100n, dueToClients: 50n, circulating: 100n }, 5_000n],
    ['without what was moved in advance', { reserve: 100n, ahead: 20n, circulating: 100n }, 8_000n],
    ['never below zero', { reserve: 10n, dueToClients: 50n, circulating: 100n }, 0n],
    ['with unpaid pending coins', { reserve: 100n, circulating: 60n, pendingUnpaid: 40n }, 10_000n],
    [
      'above par the lower one: if paid coins are issued',
      { reserve: 240n, ahead: 0n, circulating: 100n, pendingPaid: 100n },
      17_000n,
    ],
    ['below par the lower one: if they do not', { reserve: 50n, circulating: 100n, pendingPaid: 100n }, 5_000n],
    ['only pending coins', { reserve: 100n, ahead: 100n, pendingPaid: 100n }, 10_000n],
  ])('%s', (_what, over, expected) => {
    expect(coverageOf({ ...none, ...over })).toBe(expected)
  })
})
