import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { requestId } from './request.ts'

test('a request id is keccak256 of its four names, ABI-encoded as strings', () => {
  const word = (n: number) => n.toString(16).padStart(64, '0')
  const text = (s: string) => word(s.length) + Buffer.from(s).toString('hex').padEnd(64, '0')
  const encoded = [0x80, 0xc0, 0x100, 0x140].map(word).join('') + ['uat', 'ETH', 'VCHF', 'r-1'].map(text).join('')
  const id = requestId({ environment: 'uat', chain: 'ETH', token: 'VCHF', request: 'r-1' })
  expect(id).toBe(keccak256(`0x${encoded}`))
  expect(id).toBe('0x302ebb6666d5fa15b44dc3fde978587f5813e47ab4511549b31c4294ea036705')
})

test('no name can run into the next', () => {
  const one = requestId({ environment: 'uat', chain: 'ETH', token: 'VCHF', request: '1' })
  const two = requestId({ environment: 'uat', chain: 'ETHV', token: 'CHF', request: '1' })
  expect(one).not.toBe(two)
})
