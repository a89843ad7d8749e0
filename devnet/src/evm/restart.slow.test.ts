import { mkdtemp, rm } from 'node:fs/promises'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '@specie/test/programs/process.ts'
import type { Hex } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { evmClient, type EvmClient } from '@specie/test/devnet-client.ts'

const somebody = '0x00000000000000000000000000000000000000dd'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-devnet-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const start = (chain: string, settings: Record<string, string> = {}) =>
  startProgram('devnet', { DEVNET_DATA: folder, DEVNET_BLOCK_MS: '50', DEVNET_CHAINS: chain, ...settings })

const transfer = ({ wallet }: EvmClient, nonce: number, more: object = {}) =>
  wallet.sendTransaction({ to: somebody, value: 1n, gas: 30_000n, nonce, ...more })

async function hashesOf({ reader }: EvmClient, height: bigint): Promise<Hex[]> {
  const numbers = Array.from({ length: Number(height) + 1 }, (_, n) => BigInt(n))
  return (await Promise.all(numbers.map((blockNumber) => reader.getBlock({ blockNumber })))).map(({ hash }) => hash)
}

/** Some of each kind, and transactions that are still pending at the end. */
async function eventfulLife(visitor: EvmClient): Promise<{ pending: Hex[]; gapped: Hex }> {
  const { reader, order } = visitor
  await reader.waitForTransactionReceipt({ hash: await transfer(visitor, 0) })
  await order('revert-next')
  await reader.waitForTransactionReceipt({ hash: await transfer(visitor, 1) })
  await order('stall')
  await order('drop-next')
  await transfer(visitor, 2)
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
  await transfer(visitor, 2, fees)
  await transfer(visitor, 2, { maxFeePerGas: 2n * 10n ** 10n, maxPriorityFeePerGas: 2n * 10n ** 9n })
  await order('mine', { blocks: 3 })
  await order('reorg', { depth: 5 })
  await order('mine', { blocks: 2 })
  await order('reorg', { depth: 1, transactions: 'forget' })
  const next = await reader.getTransactionCount({ ...visitor.account, blockTag: 'pending' })
  return {
    pending: [await transfer(visitor, next), await transfer(visitor, next + 1)],
    gapped: await transfer(visitor, next + 5),
  }
}

test.each(['stop', 'kill'] as const)(
  'after %s every block has its hash, and pending transactions are mined',
  async (end) => {
    let devnet = await start('ETH')
    const first = await evmClient(devnet.origin, 'ETH')
    const { pending, gapped } = await eventfulLife(first)
    const height = await first.reader.getBlockNumber()
    const hashes = await hashesOf(first, height)
    await devnet[end]()

    devnet = await start('ETH')
    const again = await evmClient(devnet.origin, 'ETH', first.key)
    const receipts = await Promise.all(pending.map((hash) => again.reader.waitForTransactionReceipt({ hash })))
    expect(receipts.map(({ blockNumber }) => blockNumber)).toEqual([height + 1n, height + 1n])
    expect(await hashesOf(again, height)).toEqual(hashes)
    expect(await again.reader.getTransaction({ hash: gapped })).toMatchObject({ blockNumber: null })
    await devnet.stop()
  },
)

test('kill -9 under load, repeatedly: no acknowledged transaction is lost, and no visible block changes', async () => {
  // A snapshot every few blocks: some kills hit its writing.
  const settings = { DEVNET_SNAPSHOT_EVERY: '12' }
  let devnet = await start('BASE', settings)
  const { key } = await evmClient(devnet.origin, 'BASE')
  const acknowledged: Hex[] = []
  const seen = new Map<bigint, Hex>()
  for (let round = 0; round < 3; round += 1) {
    const visitor = await evmClient(devnet.origin, 'BASE', key)
    const nonce = await visitor.reader.getTransactionCount({ ...visitor.account, blockTag: 'pending' })
    const load = (async () => {
      for (let n = 0; n < 100; n += 1) {
        acknowledged.push(await transfer(visitor, nonce + n))
        const { number, hash } = await visitor.reader.getBlock()
        seen.set(number, hash)
      }
    })().catch(() => {})
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan((round + 1) * 15)
    await devnet.kill()
    await load
    devnet = await start('BASE', settings)
  }
  const { reader } = await evmClient(devnet.origin, 'BASE', key)
  const receipts = await Promise.all(acknowledged.map((hash) => reader.waitForTransactionReceipt({ hash })))
  expect(receipts.every(({ status }) => status === 'success')).toBe(true)
  for (const [blockNumber, hash] of seen) expect((await reader.getBlock({ blockNumber })).hash).toBe(hash)
  await devnet.stop()
})

test('a truncated line is dropped; a log that gives other blocks is refused', async () => {
  let devnet = await start('POL')
  const visitor = await evmClient(devnet.origin, 'POL')
  const height = await visitor.reader.getBlockNumber()
  const { hash } = await visitor.reader.getBlock({ blockNumber: height })
  await devnet.kill()
  await appendFile(join(folder, 'pol.log'), '{"mine":17')
  devnet = await start('POL')
  const again = await evmClient(devnet.origin, 'POL', visitor.key)
  expect((await again.reader.getBlock({ blockNumber: height })).hash).toBe(hash)
  await devnet.stop()
  await appendFile(join(folder, 'pol.log'), `{"mine":1800000000,"upon":"0x${'00'.repeat(32)}"}\n`)
  await expect(start('POL')).rejects.toThrow('gives other blocks than when it was written')
})
