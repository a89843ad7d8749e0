import { randomBytes } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { expect, test } from 'vitest'
import { branchAt, hardened } from './bip32.ts'

test('BIP-32, test vector 1', () => {
  const seed = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
  const secretAt = (path: readonly number[]) => Buffer.from(branchAt(seed, path).secret).toString('hex')
  expect(secretAt([])).toBe('e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35')
  expect(secretAt([hardened, 1])).toBe('3c6cb8d0f6a264c91ea8b5030fadaa8e538b020f0a387421a12de9319dc93368')
})

test('children are those that another library derives', () => {
  for (let n = 0; n < 3; n += 1) {
    const seed = randomBytes(32)
    const other = HDKey.fromMasterSeed(seed).derive(`m/44'/60'/0'/0/${n}`)
    const secret = branchAt(seed, [44 + hardened, 60 + hardened, hardened, 0]).child(n).secret
    expect(Buffer.from(secret).equals(other.privateKey!)).toBe(true)
  }
})
