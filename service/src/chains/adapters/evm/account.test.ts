import { hexToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { SigningPurpose } from '../../../base/ports/chain.ts'
import { evmAccount, evmAddressOf } from './account.ts'
import { testSigner } from '@specie/test/chains/evm.ts'

const one = `0x${'1'.padStart(64, '0')}` as const
const generator = hexToBytes('0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')

test('the address of private key 1 is the well-known one', () => {
  expect(evmAddressOf(generator)).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
  expect(evmAddressOf(generator)).toBe(privateKeyToAccount(one).address)
})

test('the signer receives the purpose of a signature', async () => {
  const purposes: SigningPurpose[] = []
  const signer = {
    ...testSigner,
    sign: (...[key, curve, digest, purpose]: Parameters<typeof testSigner.sign>) => {
      purposes.push(purpose)
      return testSigner.sign(key, curve, digest, purpose)
    },
  }
  const account = await evmAccount(signer, 'minter', 'ETH', { requestId: '0x01', intent: 'mint' })
  await account.signMessage({ message: 'words' })
  expect(purposes).toEqual([{ requestId: '0x01', chain: 'ETH', intent: 'mint' }])
})

test('a signature by another key is refused', async () => {
  const confused = {
    ...testSigner,
    sign: (...[, curve, digest, purpose]: Parameters<typeof testSigner.sign>) =>
      testSigner.sign('burner', curve, digest, purpose),
  }
  const account = await evmAccount(confused, 'minter', 'ETH')
  await expect(account.signMessage({ message: 'words' })).rejects.toThrow('with the key of another address')
})
