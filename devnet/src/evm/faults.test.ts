import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram, type RunningProcess } from '@specie/test/programs/process.ts'
import { getContractAddress, keccak256, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmClient, type EvmClient } from '@specie/test/devnet-client.ts'

const somebody = '0x00000000000000000000000000000000000000bb'

let folder: string
let devnet: RunningProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-devnet-'))
  devnet = await startProgram('devnet', { DEVNET_DATA: folder, DEVNET_BLOCK_MS: '50' })
})
afterAll(async () => {
  await devnet.stop()
  await rm(folder, { recursive: true, force: true })
})

const transfer = async ({ wallet }: EvmClient, more: object = {}) =>
  wallet.signTransaction(await wallet.prepareTransactionRequest({ to: somebody, value: 1n, gas: 30_000n, ...more }))
const send = ({ reader }: EvmClient, serializedTransaction: Hex) => reader.sendRawTransaction({ serializedTransaction })
const receiptOf = ({ reader }: EvmClient, hash: Hex) => reader.getTransactionReceipt({ hash }).catch(() => null)

test('a stalled chain accepts transactions and mines none until it is resumed', async () => {
  const visitor = await evmClient(devnet.origin, 'ETH')
  await visitor.order('stall')
  const height = await visitor.reader.getBlockNumber()
  const hash = await send(visitor, await transfer(visitor))
  expect(await visitor.reader.getTransaction({ hash })).toMatchObject({ blockNumber: null })
  expect(await visitor.reader.getBlockNumber()).toBe(height)
  await visitor.order('resume')
  expect((await visitor.reader.waitForTransactionReceipt({ hash })).blockNumber).toBe(height + 1n)
})

test('a dropped transaction has a hash and is gone; the same bytes can be sent again', async () => {
  const visitor = await evmClient(devnet.origin, 'BASE')
  await visitor.order('drop-next')
  const raw = await transfer(visitor)
  const hash = await send(visitor, raw)
  expect(hash).toBe(keccak256(raw))
  await expect(visitor.reader.getTransaction({ hash })).rejects.toThrow('could not be found')
  await visitor.order('mine', { blocks: 3 })
  expect(await receiptOf(visitor, hash)).toBeNull()
  expect(await send(visitor, raw)).toBe(hash)
  expect(await visitor.reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
})

test('the next mined transaction fails on chain, and it alone', async () => {
  const visitor = await evmClient(devnet.origin, 'ARB')
  const { account, order, reader } = visitor
  await order('stall')
  await order('revert-next', { count: 2 })
  const nonce = await reader.getTransactionCount(account)
  const hashes: Hex[] = []
  // A transfer, a creation, and one without a fault.
  for (const [at, more] of [{}, { to: undefined, value: 0n, data: '0x5f5ff3', gas: 100_000n }, {}].entries())
    hashes.push(await send(visitor, await transfer(visitor, { ...more, nonce: nonce + at })))
  await order('resume')
  const receipts = await Promise.all(hashes.map((hash) => reader.waitForTransactionReceipt({ hash })))
  expect(receipts.map(({ status }) => status)).toEqual(['reverted', 'reverted', 'success'])
  expect(await reader.getBalance({ address: somebody })).toBe(1n)
  const created = getContractAddress({ from: account.address, nonce: BigInt(nonce + 1) })
  expect([await reader.getCode({ address: somebody }), await reader.getCode({ address: created })]).toEqual([
    undefined,
    undefined,
  ])
})

test.each([
  ['accept-then-error', 'internal error'],
  ['timeout-next', 'HTTP request failed'],
])('%s: the sender gets an error, and the transaction is mined', async (fault, answer) => {
  const visitor = await evmClient(devnet.origin, 'AVAX')
  await visitor.order(fault)
  const raw = await transfer(visitor)
  await expect(send(visitor, raw)).rejects.toThrow(answer)
  const receipt = await visitor.reader.waitForTransactionReceipt({ hash: keccak256(raw) })
  expect(receipt.status).toBe('success')
  await expect(send(visitor, raw)).rejects.toThrow('nonce too low')
})

test('a reorg: other hashes, the receipt vanishes, and returns in another block', async () => {
  const visitor = await evmClient(devnet.origin, 'POL')
  const { reader, order } = visitor
  const hash = await send(visitor, await transfer(visitor))
  const before = await reader.waitForTransactionReceipt({ hash })
  await order('stall')
  await order('mine', { blocks: 2 })
  const tip = await reader.getBlock()
  const depth = Number(tip.number - before.blockNumber) + 1
  expect((await order('reorg', { depth })).status).toBe(200)

  expect(await receiptOf(visitor, hash)).toBeNull()
  expect(await reader.getTransaction({ hash })).toMatchObject({ blockNumber: null })
  expect(await reader.getBalance({ address: somebody })).toBe(0n)
  expect((await reader.getBlock({ blockNumber: tip.number })).hash).not.toBe(tip.hash)
  await expect(reader.getBlock({ blockHash: before.blockHash })).rejects.toThrow('could not be found')
  expect(await reader.getBlockNumber()).toBe(tip.number + 1n)
  await order('resume')
  const after = await reader.waitForTransactionReceipt({ hash })
  expect(after.status).toBe('success')
  expect(after.blockHash).not.toBe(before.blockHash)
})

test('a reorg of a payment and of the transaction that spends it: both return, or none on request', async () => {
  const rich = await evmClient(devnet.origin, 'CELO')
  const { reader, order } = rich
  await order('stall')
  const paid = await rich.drip('0x00000000000000000000000000000000000000cc', 5n)
  await order('mine')
  const poor = await (async () => {
    const making = evmClient(devnet.origin, 'CELO')
    await order('resume')
    return making
  })()
  const spent = await send(poor, await transfer(poor))
  await reader.waitForTransactionReceipt({ hash: spent })
  const { blockNumber } = await reader.getTransactionReceipt({ hash: paid })
  await order('stall')
  const depth = async () => Number((await reader.getBlockNumber()) - blockNumber) + 1
  await order('reorg', { depth: await depth() })
  expect([await receiptOf(rich, paid), await receiptOf(rich, spent)]).toEqual([null, null])
  await order('resume')
  await Promise.all([paid, spent].map((hash) => reader.waitForTransactionReceipt({ hash })))

  await order('reorg', { depth: await depth(), transactions: 'forget' })
  await order('mine', { blocks: 5 })
  expect([await receiptOf(rich, paid), await receiptOf(rich, spent)]).toEqual([null, null])
  expect(await order('reorg', { depth: 1_000 })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('depth') },
  })
})

test('repeated forks, deep and shallow: mined transactions are mined again, once', async () => {
  const visitor = await evmClient(devnet.origin, 'ETH')
  const { reader, order, account } = visitor
  const first = await reader.getTransactionCount(account)
  const hashes: Hex[] = []
  for (const depth of [1, 20, 3, 2, 40, 1, 6]) {
    hashes.push(await send(visitor, await transfer(visitor, { nonce: first + hashes.length })))
    await order('mine', { blocks: 7 })
    expect(await order('reorg', { depth })).toMatchObject({ status: 200 })
    // The deep ones remove the money too.
    await order('mine')
  }
  const receipts = await Promise.all(hashes.map((hash) => reader.waitForTransactionReceipt({ hash })))
  expect(receipts.map(({ status }) => status)).toEqual(hashes.map(() => 'success'))
  expect(await reader.getTransactionCount(account)).toBe(first + hashes.length)
  const tip = await reader.getBlock()
  for (let block = tip; block.number > 0n;) {
    const parent = await reader.getBlock({ blockNumber: block.number - 1n })
    expect(block.parentHash).toBe(parent.hash)
    block = parent
  }
})
