import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, openDevnet } from '@specie/devnet/devnet.ts'
import { control } from '@specie/test/devnet-client.ts'
import { testAddress, testOrder, testSigner, testStand, testWallet } from '@specie/test/chains/evm.ts'
import { calldata } from '@specie/token/evm.ts'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TemporaryRefusal } from '../../../base/ports/chain.ts'
import { deployEvmCoins } from './deploy.ts'

let folder: string
let devnet: Devnet
const fail = (error: unknown) => {
  throw error
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-evm-'))
  const settings = { port: 0, dataFolder: folder, token: null, chains: null, blockMs: 50, path: '' } as const
  devnet = await openDevnet(settings, fail, fail)
})
afterAll(async () => {
  await devnet.stop()
  await rm(folder, { recursive: true, force: true })
})

const ann: Address = '0x000000000000000000000000000000000000a11c'
const bob: Address = '0x0000000000000000000000000000000000000B0b'

test('holders are listed in one transaction, the mode is switched, and the rest is refused for now', async () => {
  const code = 'BASE'
  const stand = await testStand({
    origin: devnet.base,
    code,
    order: (what, body) => control(devnet.base, code, what, body),
  })
  const { chain, coin, land, mint, sign, url } = stand
  const lists = chain.allowList!
  const omnibus = await testAddress('omnibus')
  const listing = (to: string) => testOrder(code, { kind: 'list', asset: 'VCHF', to, amount: 0n })
  const switching = testOrder(code, { kind: 'allow_list_on', asset: 'VCHF', amount: 0n })
  await expect.poll(() => lists.isOn(coin)).toBe(false)

  const both = [listing(omnibus), listing(ann)]
  expect(await chain.isDone(coin, both[0]!)).toBe(false)
  await land(both)
  expect(await Promise.all(both.map((one) => chain.isDone(coin, one)))).toEqual([true, true])
  await land([switching])
  expect(await chain.isDone(coin, switching)).toBe(true)
  await expect.poll(() => lists.isOn(coin)).toBe(true)
  await expect.poll(() => lists.isListed(coin, ann)).toBe(true)
  expect(await lists.isListed(coin, bob)).toBe(false)

  await land([mint(omnibus, 50n)])
  await land([testOrder(code, { kind: 'transfer', asset: 'VCHF', to: ann, amount: 10n })])
  const unlisted = sign([testOrder(code, { kind: 'transfer', asset: 'VCHF', to: bob, amount: 10n })])
  await expect(unlisted).rejects.toThrow(TemporaryRefusal)
  await expect(sign([mint(bob, 1n)])).rejects.toThrow(`AccountNotListed(account: ${bob})`)

  await land([testOrder(code, { kind: 'unlist', asset: 'VCHF', to: ann, amount: 0n })])
  await expect(sign([mint(ann, 1n)])).rejects.toThrow('AccountNotListed')
  await land([testOrder(code, { kind: 'allow_list_off', asset: 'VCHF', amount: 0n })])
  await land([mint(bob, 1n)])

  // Neither key has the role of the other.
  const lister = await testWallet(url, code, 'lister')
  await expect(lister.send(calldata.switchAllowList(true), coin.address as Address)).rejects.toThrow()
})

test('a coin is deployed with the list on, and our omnibus wallet on it; its keys can list and switch', async () => {
  const code = 'POL'
  const { chain, chainId, url, land } = await testStand({
    origin: devnet.base,
    code,
    order: (what, body) => control(devnet.base, code, what, body),
  })
  const coins = [{ asset: 'VCHF', minter: null, allowListOn: true } as const]
  const [deployed] = await deployEvmCoins({ code, url, chainId, signer: testSigner }, coins)
  const coin = { asset: 'VCHF', address: deployed!.address } as const
  await expect.poll(() => chain.allowList!.isOn(coin)).toBe(true)
  const omnibus = await testAddress('omnibus')
  const mint = (to: string) => testOrder(code, { kind: 'mint', asset: 'VCHF', to, amount: 5n })
  await land([mint(omnibus)], coin)
  await expect(chain.sign(coin, { orders: [mint(ann)], nonce: 1n, earlier: [] })).rejects.toThrow('AccountNotListed')
  await land([testOrder(code, { kind: 'list', asset: 'VCHF', to: ann, amount: 0n })], coin)
  await land([testOrder(code, { kind: 'burn', asset: 'VCHF', amount: 1n })], coin)
  await land([testOrder(code, { kind: 'transfer', asset: 'VCHF', to: ann, amount: 4n })], coin)
  await land([testOrder(code, { kind: 'allow_list_off', asset: 'VCHF', amount: 0n })], coin)
  await expect.poll(() => chain.allowList!.isOn(coin)).toBe(false)
})

test('a contract without an allow list says so', async () => {
  const code = 'CELO'
  const stand = await testStand({
    origin: devnet.base,
    code,
    order: (what, body) => control(devnet.base, code, what, body),
  })
  const other = { asset: 'VCHF', address: ann } as const
  expect(await stand.chain.allowList!.isOn(other)).toBeNull()
})
