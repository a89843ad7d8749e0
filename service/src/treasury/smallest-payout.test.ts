import { assets } from '@specie/protocol/assets.ts'
import { expect, test } from 'vitest'
import { smallestPayout } from './smallest-payout.ts'

test('the smallest payout is the minimum with its fee, on the cheapest chain', () => {
  // By hand, from the table of assets: in minor units.
  for (const code of ['VCHF', 'VGBP', 'USDC', 'ETH', 'BTC'] as const) {
    const { decimals, blockchains } = assets[code]
    const least = Math.min(...blockchains.map((one) => Number(one.min_withdraw) + Number(one.withdraw_fee)))
    expect(Number(smallestPayout(code)) / 10 ** decimals, code).toBeCloseTo(least, 9)
  }
})

test('fiat can be paid out to the last centime', () => {
  expect([smallestPayout('CHF'), smallestPayout('GBP')]).toEqual([1n, 1n])
})
