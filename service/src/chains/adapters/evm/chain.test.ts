import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, openDevnet } from '@specie/devnet/devnet.ts'
import { control } from '@specie/test/devnet-client.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { coinAbi } from '@specie/token/abi.gen.ts'
import { calldata, transferAuthorization } from '@specie/token/evm.ts'
import {
  type Address,
  bytesToHex,
  decodeFunctionData,
  type Hex,
  maxUint256,
  parseEther,
  parseTransaction,
  recoverTypedDataAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, Refusal } from '../../../base/ports/chain.ts'
import { termsOf } from './fees.ts'
import { testAddress, testOrder, testStand, testWallet } from '@specie/test/chains/evm.ts'

let folder: string
let devnet: Devnet
const fail = (error: unknown) => {
  throw error
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-evm-'))
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

const ann: Address = '0x000000000000000000000000000000000000a11c'
const bob: Address = '0x0000000000000000000000000000000000000B0b'

const setUp = (code: ChainCode) =>
  testStand({ origin: devnet.base, code, order: (what, body) => control(devnet.base, code, what, body) })

test('coins are minted, singly or in a batch, burned and sent; completed requests are known', async () => {
  const { chain, coin, land, mint, sign, order } = await setUp('ARB')
  const omnibus = await testAddress('omnibus')
  const one = mint(omnibus, 100n)
  expect(await chain.isDone(coin, one)).toBe(false)
  await order('stall')
  const attempt = await sign([one])
  expect(await chain.broadcast(attempt)).toBe('accepted')
  expect(await chain.outcome(attempt.hash)).toBeNull()
  await order('mine')
  expect(await chain.isDone(coin, one)).toBe(true)
  expect(await chain.outcome(attempt.hash)).toMatchObject({ ok: true, final: false })
  await order('resume')

  const many = [mint(ann, 1n), mint(bob, 2n), mint(omnibus, 3n)]
  await land(many)
  expect(await Promise.all(many.map((order) => chain.isDone(coin, order)))).toEqual([true, true, true])

  const burn = testOrder('ARB', { kind: 'burn', asset: 'VCHF', amount: 40n })
  await land([burn])
  expect(await chain.isDone(coin, burn)).toBe(true)
  const transfer = testOrder('ARB', { kind: 'transfer', asset: 'VCHF', to: ann, amount: 10n })
  await land([transfer])
  expect(await chain.isDone(coin, transfer)).toBe(false)

  await expect.poll(() => chain.balance(coin, ann)).toBe(11n)
  expect(await chain.balance(coin, omnibus)).toBe(53n)
  expect(await chain.supply(coin)).toBe(66n)
  expect((await chain.outcome(attempt.hash))!.final).toBe(true)
})

test('one hundred mints fit into a transaction', async () => {
  const { chain, coin, land, mint, client } = await setUp('POL')
  const recipients = Array.from(
    { length: chain.bundleSize },
    (_, i) => `0x${(i + 4096).toString(16).padStart(40, '0')}`,
  )
  const attempt = await land(recipients.map((to) => mint(to, 1n)))
  expect(termsOf(attempt.terms).gas).toBeLessThan(16_777_216n)
  expect(await client.getTransactionReceipt({ hash: attempt.hash as Address })).toMatchObject({ status: 'success' })
  await expect.poll(() => chain.supply(coin)).toBe(100n)
})

test('tokens leave a deposit address that has no gas, once', async () => {
  const { chain, coin, land, mint, sign } = await setUp('CELO')
  const [deposit, omnibus] = await Promise.all([testAddress('deposit:7'), testAddress('omnibus')])
  await land([mint(deposit, 100n)])
  const collect = testOrder('CELO', { kind: 'collect', asset: 'VCHF', from: 7, to: omnibus, amount: 60n })
  expect(await chain.isDone(coin, collect)).toBe(false)
  await land([collect])
  expect(await chain.isDone(coin, collect)).toBe(true)
  await expect(sign([collect])).rejects.toThrow(`AuthorizationAlreadyUsed(authorizer: ${deposit}, nonce: `)
  await expect.poll(() => chain.balance(coin, omnibus)).toBe(60n)
  expect(await chain.balance(coin, deposit)).toBe(40n)
})

/** Answers `name()` with "USD Coin" and `version()` with "2"; accepts every other call and does nothing. */
function olderToken(): Hex {
  const text = (words: string) =>
    `5b60205f5260${words.length.toString(16).padStart(2, '0')}6020527f${Buffer.from(words).toString('hex').padEnd(64, '0')}60405260605ff3`
  const runtime = `5f3560e01c806306fdde03146019576354fd4d5014604b5700${text('USD Coin')}${text('2')}`
  const size = (runtime.length / 2).toString(16).padStart(2, '0')
  return `0x60${size}600a5f3960${size}5ff3${runtime}`
}

test('a token older than EIP-5267, such as USDC, is signed for with its name and version', async () => {
  const { url, chainId, sign } = await setUp('CELO')
  const { contractAddress } = await (await testWallet(url, 'CELO', 'admin')).send(olderToken())
  const usdc = { asset: 'USDC', address: contractAddress! } as const
  const [deposit, omnibus] = await Promise.all([testAddress('deposit:8'), testAddress('omnibus')])
  const collect = testOrder('CELO', { kind: 'collect', asset: 'USDC', from: 8, to: omnibus, amount: 5n })
  const { raw } = await sign([collect], [], usdc)
  const { data } = parseTransaction(bytesToHex(raw))
  const { functionName, args } = decodeFunctionData({ abi: coinAbi, data: data! })
  assert(functionName === 'transferWithAuthorization')
  const typed = transferAuthorization({
    domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: contractAddress! },
    from: deposit,
    to: omnibus,
    amount: 5n,
    validAfter: 0n,
    validBefore: maxUint256,
    nonce: collect.requestId,
  })
  expect(await recoverTypedDataAddress({ ...typed, signature: args[6] as Hex })).toBe(deposit)
})

test("the chain's own coin leaves a deposit address, which pays the fee; and not more than it holds", async () => {
  const { chain, land, sign, drip, client } = await setUp('ETH')
  const deposit = await testAddress('deposit:3')
  await client.waitForTransactionReceipt({ hash: await drip(deposit, parseEther('1')) })
  const native = (amount: bigint) => testOrder('ETH', { kind: 'native', asset: 'ETH', from: 3, to: bob, amount })
  await expect(sign([native(parseEther('1'))], [], null)).rejects.toThrow(`${deposit} holds 1000000000000000000 wei`)
  const { hash } = await land([native(parseEther('0.9'))], null)
  expect(await client.getBalance({ address: bob })).toBe(parseEther('0.9'))
  const { cost } = (await chain.outcome(hash))!
  expect(await client.getBalance({ address: deposit })).toBe(parseEther('0.1') - cost)
  await expect.poll(() => chain.balance(null, bob)).toBe(parseEther('0.9'))
})

test('a call that the contract would revert is refused before signing, with its reason', async () => {
  const { url, coin, land, mint, sign } = await setUp('BASE')
  const minted = mint(ann, 100n)
  await land([minted])
  const refusal = (order: Order) => sign([order]).then(fail, (error: unknown) => error as Error)
  expect(await refusal(minted)).toMatchObject({
    name: 'Refusal',
    message: `RequestAlreadyProcessed(requestId: ${minted.requestId})`,
  })
  expect(await refusal(mint(ann, 1_000_000n))).toMatchObject({
    message: expect.stringMatching(/^MintAllowanceExceeded\(minter: 0x\w{40}, available: \d+, asked: 1000000\)$/),
  })
  await (await testWallet(url, 'BASE', 'freezer')).send(calldata.freeze(bob), coin.address as Address)
  const frozen = await refusal(mint(bob, 1n))
  expect(frozen).toBeInstanceOf(Refusal)
  expect(frozen.message).toBe(`AccountFrozen(account: ${bob})`)
  expect(await refusal(testOrder('BASE', { kind: 'burn', asset: 'VCHF', amount: 1n }))).toMatchObject({
    message: `ERC20InsufficientBalance(sender: ${await testAddress('omnibus')}, balance: 0, needed: 1)`,
  })
})

test('an uncertain broadcast is unknown; the same bytes are accepted again, and later have a used nonce', async () => {
  const { chain, order, sign, mint, client, troubles } = await setUp('AVAX')
  for (const doubt of ['accept-then-error', 'timeout-next']) {
    await order('stall')
    await order(doubt)
    const attempt = await sign([mint(ann, 5n)])
    expect(await chain.broadcast(attempt)).toBe('unknown')
    expect(await chain.broadcast(attempt)).toBe('accepted')
    await order('resume')
    await client.waitForTransactionReceipt({ hash: attempt.hash as Address })
    expect(await chain.broadcast(attempt)).toBe('nonce_too_low')
  }
  expect(troubles.map(({ message }) => message)).toContain('a broadcast fails')
})

test('the replacement of a stuck transaction has the same nonce and call, pays more, and only it is included', async () => {
  const { chain, coin, order, sign, mint, bundleOf } = await setUp('ARB')
  await order('stall')
  await order('drop-next')
  const orders = [mint(ann, 1n)]
  const first = await sign(orders)
  expect(await chain.broadcast(first)).toBe('accepted')
  const second = await sign(orders, [first])
  expect(await chain.broadcast(second)).toBe('accepted')
  expect(await chain.broadcast(first)).toBe('underpriced')
  const third = await sign(orders, [first, second])
  expect(await chain.broadcast(third)).toBe('accepted')

  const [before, after] = [second, third].map(({ terms }) => termsOf(terms))
  expect(after!.maxFeePerGas * 8n).toBeGreaterThanOrEqual(before!.maxFeePerGas * 9n)
  expect(after!.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(before!.maxPriorityFeePerGas * 9n)
  const [one, other] = [first, third].map(({ raw }) => parseTransaction(bytesToHex(raw)))
  expect(other).toMatchObject({ nonce: one!.nonce, data: one!.data, gas: one!.gas })
  await order('mine')
  expect(await chain.outcome(first.hash)).toBeNull()
  expect(await chain.outcome(third.hash)).toMatchObject({ ok: true })

  // Without the third attempt, the first two are over once it is final; with it, one attempt was included.
  expect(await chain.isOver(await bundleOf(orders, [first, second]))).toBe(false)
  await order('mine', { blocks: 6 })
  expect(await chain.isOver(await bundleOf(orders, [first, second]))).toBe(true)
  expect(await chain.isOver(await bundleOf(orders, [first, second, third]))).toBe(false)
  expect(await chain.isOver({ ...(await bundleOf(orders, [first])), earlier: [] })).toBe(true)
  expect(await chain.isDone(coin, orders[0]!)).toBe(true)
})

test('a transaction that fails on the chain has an outcome and a cost', async () => {
  const { chain, order, sign, mint, client } = await setUp('POL')
  await order('revert-next')
  const attempt = await sign([mint(ann, 1n)])
  await chain.broadcast(attempt)
  const receipt = await client.waitForTransactionReceipt({ hash: attempt.hash as Address })
  const cost = receipt.gasUsed * receipt.effectiveGasPrice
  expect(await chain.outcome(attempt.hash)).toMatchObject({ ok: false, height: receipt.blockNumber, cost })
})
