import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram, type RunningProcess } from '@specie/test/programs/process.ts'
import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  http,
  parseAbi,
  parseEther,
  toFunctionSelector,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmChains } from '../chains.ts'
import { evmClient, viemChain } from '@specie/test/devnet-client.ts'

const somebody = '0x00000000000000000000000000000000000000aa'

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

// Without call data it writes a log; with any it answers Refused(42).
const abi = parseAbi(['function anything() view', 'error Refused(uint256 code)'])
const runtime = `36600a57602a5f5fa1005b63${toFunctionSelector('Refused(uint256)').slice(2)}60e01b5f52602a60045260245ffd`
const size = (runtime.length / 2).toString(16).padStart(2, '0')
const bytecode: Hex = `0x60${size}600a5f3960${size}5ff3${runtime}`

test.each(evmChains)('$code has an id of its own, and a transfer gets its receipt', async ({ code, chainId }) => {
  const { reader, wallet } = await evmClient(devnet.origin, code)
  expect(await reader.getChainId()).toBe(chainId)
  const hash = await wallet.sendTransaction({ to: somebody, value: 7n })
  const receipt = await reader.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', to: somebody, type: 'eip1559' })
  expect((await reader.getBlock({ blockHash: receipt.blockHash })).transactions).toContain(hash)
  expect(await reader.getBalance({ address: somebody, blockTag: 'latest' })).toBe(7n)
})

test('mined blocks become safe, then final, even without other traffic; then the chain rests', async () => {
  const { reader, wallet } = await evmClient(devnet.origin, 'ETH')
  const hash = await wallet.sendTransaction({ to: somebody, value: 1n })
  const { blockNumber } = await reader.waitForTransactionReceipt({ hash })
  const behind = async (blockTag: 'safe' | 'finalized') => {
    const [latest, tagged] = await Promise.all([reader.getBlock(), reader.getBlock({ blockTag })])
    return Number(latest.number - tagged.number)
  }
  await expect
    .poll(async () => (await reader.getBlock({ blockTag: 'finalized' })).number)
    .toBeGreaterThanOrEqual(blockNumber)
  const tip = blockNumber + 10n
  await expect.poll(() => reader.getBlockNumber()).toBe(tip)
  expect([await behind('safe'), await behind('finalized')]).toEqual([4, 8])
  expect(await reader.getBalance({ address: somebody, blockTag: 'finalized' })).toBeGreaterThan(0n)
  expect(await reader.getLogs({ fromBlock: 'earliest', toBlock: 'finalized' })).toEqual([])
})

async function isResting(code: string): Promise<boolean> {
  const chains = (await (await fetch(`${devnet.origin}/chains`)).json()) as { code: string; resting: boolean }[]
  return chains.find((chain) => chain.code === code)!.resting
}

test('a resting chain still gives calls the current time', async () => {
  const { reader, order } = await evmClient(devnet.origin, 'CELO')
  await order('mine', { blocks: 1 })
  await expect.poll(() => isResting('CELO')).toBe(true)
  const { timestamp } = await reader.getBlock()
  // TIMESTAMP PUSH0 MSTORE PUSH1 32 PUSH0 RETURN
  const clock = async () => Number((await reader.call({ data: '0x425f5260205ff3' })).data)
  // The chain has not mined a block: its last block is unchanged.
  await expect.poll(clock).toBeGreaterThan(Number(timestamp) + 1)
  expect((await reader.getBlock()).timestamp).toBe(timestamp)
})

test('an unmined transaction is not in the latest state, even when it wakes a resting chain', async () => {
  const { reader, wallet } = await evmClient(devnet.origin, 'AVAX')
  // PUSH20 … BALANCE PUSH0 MSTORE PUSH1 32 PUSH0 RETURN
  const stranger = '0x00000000000000000000000000000000000000bb'
  const data: Hex = `0x73${stranger.slice(2)}315f5260205ff3`
  for (let n = 0; n < 10; n += 1) {
    await expect.poll(() => isResting('AVAX')).toBe(true)
    const sending = wallet.sendTransaction({ to: stranger, value: 1n })
    let [told, mined] = [0n, 0n]
    while (mined === BigInt(n)) {
      told = BigInt((await reader.call({ data })).data!)
      mined = await reader.getBalance({ address: stranger, blockTag: 'latest' })
      expect(told).toBeLessThanOrEqual(mined)
    }
    await reader.waitForTransactionReceipt({ hash: await sending })
  }
})

test('custom errors of a contract are decoded, its logs found, and its reverts reported as a node does', async () => {
  const { reader, wallet } = await evmClient(devnet.origin, 'BASE')
  const deployed = await reader.waitForTransactionReceipt({ hash: await wallet.deployContract({ abi, bytecode }) })
  const address = deployed.contractAddress!
  const refusal = await reader.readContract({ address, abi, functionName: 'anything' }).catch((error: unknown) => error)
  const reverted = (refusal as BaseError).walk((error) => error instanceof ContractFunctionRevertedError)
  expect(reverted).toMatchObject({ data: { errorName: 'Refused', args: [42n] } })
  await expect(reader.estimateGas({ to: address, data: '0x01' })).rejects.toThrow('execution reverted')
  const raw = await reader
    .request({ method: 'eth_call', params: [{ to: address, data: '0x01' }, 'latest'] })
    .catch((error: BaseError) => error.walk())
  expect(raw).toMatchObject({ code: 3 })

  const hash = await wallet.sendTransaction({ to: address })
  const { blockHash, blockNumber } = await reader.waitForTransactionReceipt({ hash })
  expect(await reader.getLogs({ address, blockHash })).toMatchObject([{ transactionHash: hash, blockNumber }])
  expect(await reader.getLogs({ address, fromBlock: blockNumber + 1n, toBlock: blockNumber + 100n })).toEqual([])
})

test('nonces with a gap wait; a replacement must pay a tenth more; refusals use the words of geth', async () => {
  const { reader, wallet, account, order } = await evmClient(devnet.origin, 'ARB')
  const fees = { gas: 21_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
  const sign = async (nonce: number, more: object = {}) =>
    wallet.signTransaction(await wallet.prepareTransactionRequest({ to: somebody, value: 1n, nonce, ...fees, ...more }))
  const send = (serializedTransaction: Hex) => reader.sendRawTransaction({ serializedTransaction })

  const later = await send(await sign(1))
  expect(await reader.getTransactionCount({ ...account, blockTag: 'pending' })).toBe(0)
  await order('stall')
  const first = await sign(0)
  const replaced = await send(first)
  expect(await reader.getTransactionCount({ ...account, blockTag: 'pending' })).toBe(2)
  await expect(send(first)).rejects.toThrow('already known')
  await expect(send(await sign(0, { maxFeePerGas: 10n ** 10n + 1n }))).rejects.toThrow(
    'replacement transaction underpriced',
  )
  const more = { maxFeePerGas: 11n * 10n ** 9n, maxPriorityFeePerGas: 11n * 10n ** 8n }
  const replacement = await send(await sign(0, more))
  await order('resume')
  const [won, followed] = await Promise.all(
    [replacement, later].map((hash) => reader.waitForTransactionReceipt({ hash })),
  )
  expect([won!.status, followed!.status]).toEqual(['success', 'success'])
  await expect(reader.getTransactionReceipt({ hash: replaced })).rejects.toThrow('could not be found')
  await expect(send(first)).rejects.toThrow('nonce too low')
  await expect(send(await sign(2, { value: parseEther('1000') }))).rejects.toThrow('insufficient funds')
  await expect(send(await sign(2, { gas: 20_000n }))).rejects.toThrow('intrinsic gas too low')
})

test('fees can be read, also in one batch, and only the operator commands the chain', async () => {
  const reader = createPublicClient({
    chain: viemChain(devnet.origin, 'POL'),
    transport: http(undefined, { batch: true }),
  })
  const [fees, history, tip, price] = await Promise.all([
    reader.estimateFeesPerGas(),
    reader.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] }),
    reader.estimateMaxPriorityFeePerGas(),
    reader.getGasPrice(),
  ])
  expect(fees.maxFeePerGas).toBeGreaterThanOrEqual(tip)
  expect(history.baseFeePerGas.length).toBeGreaterThan(0)
  expect(price).toBeGreaterThan(0n)
  for (const method of ['evm_mine', 'hardhat_setBalance', 'eth_subscribe'])
    await expect(reader.request({ method: method as 'eth_chainId' })).rejects.toMatchObject({ cause: { code: -32601 } })
})
