import { expect, test } from 'vitest'
import { assets } from './assets.ts'
import { chains } from './chains.ts'
import { errorBody, errors } from './errors.ts'
import { parseAmount } from './money.ts'
import { pairs } from './pairs.ts'
import { getAssets, getTradingPairs } from './endpoints/public.ts'
import { institutions } from './sandbox/institutions.ts'

test('the tables have the shape of the public calls', () => {
  expect(getAssets.response.parse({ assets: Object.values(assets) }).assets).toEqual(Object.values(assets))
  const rows = pairs.map((pair) => ({ ...pair, status: 'online' as const }))
  expect(getTradingPairs.response.parse({ pairs: rows }).pairs).toEqual(rows)
})

test('VCHF is on six chains, VGBP on four', () => {
  const carriers = (code: 'VCHF' | 'VGBP') => assets[code].blockchains.map((entry) => entry.blockchain)
  expect(carriers('VCHF')).toEqual(['ETH', 'BASE', 'ARB', 'AVAX', 'POL', 'SOL'])
  expect(carriers('VGBP')).toEqual(['ETH', 'BASE', 'CELO', 'SOL'])
  expect([assets.VCHF.fiat, assets.VGBP.fiat]).toEqual(['CHF', 'GBP'])
})

test('every amount of an asset has its decimals', () => {
  for (const [code, asset] of Object.entries(assets)) {
    expect(asset.symbol).toBe(code)
    for (const { min_deposit, min_withdraw, withdraw_fee, blockchain, confirmations } of asset.blockchains) {
      for (const text of [min_deposit, min_withdraw, withdraw_fee]) parseAmount(text, asset.symbol)
      expect(confirmations).toBe(chains[blockchain].confirmations)
    }
  }
})

test('fifteen pairs, each with sizes that its quantities can express', () => {
  expect(pairs.map((pair) => pair.symbol).join(' ')).toBe(
    'VCHF/CHF VGBP/GBP VCHF/USDC VGBP/USDC VCHF/VGBP VCHF/BTC VCHF/ETH VGBP/BTC VGBP/ETH ' +
      'USDC/CHF USDC/GBP BTC/CHF ETH/CHF BTC/GBP ETH/GBP',
  )
  for (const pair of pairs) {
    const least = parseAmount(pair.min_order_size, pair.base).minor
    expect(least).toBeLessThan(parseAmount(pair.max_order_size, pair.base).minor)
    expect(pair.qty_decimals).toBeLessThanOrEqual(assets[pair.base].decimals)
    expect(least % 10n ** BigInt(assets[pair.base].decimals - pair.qty_decimals)).toBe(0n)
  }
})

test('every error says what is wrong and what to do next, in sentences', () => {
  for (const [code, { message, cure }] of Object.entries(errors)) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(message).toMatch(/^[A-Z].*\.$/)
    expect(cure).toMatch(/^[A-Z].*\.$/)
  }
})

test('an error body is recognised', () => {
  const body = {
    code: 'invalid_nonce',
    status: 401,
    message: errors.invalid_nonce.message,
    timestamp: '2026-11-14T12:00:00.000Z',
    traceid: 't',
    details: { last_nonce: '7' },
  }
  expect(errorBody.parse(body)).toEqual(body)
  expect(errorBody.safeParse({ ...body, code: 'oops' }).success).toBe(false)
})

test('a sandbox institution is approved and has signed both agreements by default', () => {
  expect(institutions.request.parse({ name: ' Acme ' })).toEqual({
    name: 'Acme',
    kyb: 'approved',
    agreements: ['stablecoin_issuance', 'crypto_conversion'],
  })
  expect(institutions.request.parse({ name: 'Acme', kyb: 'edd_required', agreements: [] }).agreements).toEqual([])
  for (const wrong of [
    {},
    { name: ' ' },
    { name: 'A', kyb: 'fine' },
    { name: 'A', agreements: ['x'] },
    { name: 'A', x: 1 },
  ]) {
    expect(institutions.request.safeParse(wrong).success).toBe(false)
  }
})
