import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, openDevnet } from '@specie/devnet/devnet.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import { testAddress, testOrder, testStand } from '@specie/test/chains/evm.ts'
import { control } from '@specie/test/devnet-client.ts'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CoinTransfer } from '../../../base/ports/chain.ts'

let devnet: Devnet
let folder: string
const fail = (error: unknown) => {
  throw error
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-transfers-'))
  devnet = await openDevnet(
    { port: 0, dataFolder: folder, token: null, chains: null, blockMs: 50, path: '' },
    fail,
    fail,
  )
})
afterAll(async () => {
  await devnet.stop()
  await rm(folder, { recursive: true, force: true })
})

test('every transfer of a coin is read once, of any holder, so that sums are balances', async () => {
  const code = 'BASE'
  const order = (what: string, body?: object) => control(devnet.base, code, what, body)
  const { chain, coin, land, mint } = await testStand({ origin: devnet.base, code, order })
  const omnibus = await testAddress('omnibus')
  const ann = '0x000000000000000000000000000000000000a11c'
  const bob = '0x0000000000000000000000000000000000000B0b'
  await land([mint(ann, 1n), mint(omnibus, 100n)])
  await land([testOrder(code, { kind: 'burn', asset: 'VCHF', amount: 40n })])
  await land([testOrder(code, { kind: 'transfer', asset: 'VCHF', to: bob, amount: 3n })])
  await order('stall')
  const unread = await gather()
  await order('mine', { blocks: 8 })
  const { transfers, at } = await gather()
  const brief = transfers.map(({ from, to, amount }) => [from, to, amount])
  expect(brief).toEqual([
    [null, getAddress(ann), 1n],
    [null, omnibus, 100n],
    [omnibus, null, 40n],
    [omnibus, getAddress(bob), 3n],
  ])
  expect(unread.transfers.length).toBeLessThan(4)
  const held = (address: string) =>
    transfers.reduce(
      (sum, { from, to, amount }) => sum + (to === address ? amount : 0n) - (from === address ? amount : 0n),
      0n,
    )
  for (const address of [omnibus, getAddress(ann), getAddress(bob)])
    expect(held(address)).toBe(await chain.balance(coin, address))
  expect(transfers.every((one) => one.at <= at!)).toBe(true)
  // From the middle on, nothing is read twice.
  const [first] = transfers
  const later = await chain.transfers!(coin, null, first!.height)
  expect(later.transfers.map(({ txid }) => txid)).toEqual(transfers.slice(2).map(({ txid }) => txid))
  expect(await chain.transfers!(coin, later.cursor, 0n)).toMatchObject({ transfers: [], complete: true })

  async function gather() {
    const all: CoinTransfer[] = []
    let cursor: Json | null = null
    for (;;) {
      const read = await chain.transfers!(coin, cursor, 0n)
      all.push(...read.transfers)
      cursor = read.cursor
      if (read.complete) return { transfers: all, at: read.at }
    }
  }
})
