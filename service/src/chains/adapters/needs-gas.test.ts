import { expect, test } from 'vitest'
import { assertGas } from './needs-gas.ts'

const wallet = { key: 'minter', address: '0xabc', chain: 'ETH' }
const amounts = (has: bigint, needs: bigint) => ({ has, needs, decimals: 3, coin: 'ETH' })

test('a wallet that can pay is let through', () => {
  assertGas(wallet, amounts(5n, 5n))
  assertGas(wallet, amounts(6n, 5n))
})

test('one that cannot is named with what it holds, needs and lacks', () => {
  expect(() => assertGas(wallet, amounts(1_500n, 2_000n))).toThrow(
    'The wallet minter at 0xabc on ETH holds 1.5 ETH and needs 2 ETH for the next step: send it 0.5 ETH or more',
  )
  expect(() => assertGas(wallet, amounts(0n, 10n))).toThrow('holds 0 ETH and needs 0.01 ETH')
})
