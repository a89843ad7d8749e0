import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, openDevnet } from '@specie/devnet/devnet.ts'
import { control } from '@specie/test/devnet-client.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import { calldata } from '@specie/token/evm.ts'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrokenFinality, type Chain, type Contract, type Movement, type Watched } from '../../../base/ports/chain.ts'
import { Disagreement, TooFewNodes } from '../agreement.ts'
import { testAddress, testCoin, testOrder, testStand, testWallet } from '@specie/test/chains/evm.ts'

const folders: string[] = []
const devnets: Devnet[] = []
const fail = (error: unknown) => {
  throw error
}
async function newDevnet(): Promise<Devnet> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'specie-evm-'))
  folders.push(dataFolder)
  const devnet = await openDevnet({ port: 0, dataFolder, token: null, chains: null, blockMs: 50, path: '' }, fail, fail)
  devnets.push(devnet)
  return devnet
}
let devnet: Devnet
beforeAll(async () => {
  devnet = await newDevnet()
})
afterAll(async () => {
  await Promise.all(devnets.map((one) => one.stop()))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

const ann: Address = '0x000000000000000000000000000000000000a11c'
const bob: Address = '0x0000000000000000000000000000000000000B0b'

const fixture = (code: ChainCode) =>
  testStand({ origin: devnet.base, code, order: (what, body) => control(devnet.base, code, what, body) })

const watch = (contracts: Contract[], ...addresses: string[]): Watched => ({ contracts, addresses: new Set(addresses) })

/** All final movements from the cursor on, as a watcher collects them. */
async function gather(chain: Chain, watched: Watched, cursor: Json | null = null) {
  const movements: Movement[] = []
  for (let passes = 1; ; passes += 1) {
    const window = await chain.window(cursor, watched)
    movements.push(...window.movements.filter((one) => one.final))
    cursor = window.cursor
    if (window.latest !== window.final) return { movements, cursor, passes }
  }
}

const brief = ({ kind, asset, from, to, amount, requestId }: Movement) => ({ kind, asset, from, to, amount, requestId })

test('every supply change of our coins is reported once, with its request id; transfers only if they are to us', async () => {
  const { chain, coin, land, mint, order } = await fixture('BASE')
  const omnibus = await testAddress('omnibus')
  const deposit = await testAddress('deposit:1')
  const mints = [mint(ann, 1n), mint(deposit, 2n), mint(omnibus, 100n)]
  const batch = await land(mints)
  const burn = testOrder('BASE', { kind: 'burn', asset: 'VCHF', amount: 40n })
  await land([burn])
  await land([testOrder('BASE', { kind: 'transfer', asset: 'VCHF', to: bob, amount: 3n })])
  await land([testOrder('BASE', { kind: 'transfer', asset: 'VCHF', to: deposit, amount: 4n })])
  await order('stall')
  const watched = watch([coin], deposit.toLowerCase(), omnibus)
  const { movements, latest, final } = await chain.window(null, watched)
  const asMint = { kind: 'mint', asset: 'VCHF', from: null }
  expect(movements.map(brief)).toEqual([
    ...mints.map(({ requestId, amount }, i) => ({ ...asMint, to: [ann, deposit, omnibus][i], amount, requestId })),
    { kind: 'burn', asset: 'VCHF', from: omnibus, to: null, amount: 40n, requestId: burn.requestId },
    { kind: 'transfer', asset: 'VCHF', from: omnibus, to: deposit, amount: 4n, requestId: null },
  ])
  // Each item of the batch emits a Transfer and a Minted event.
  expect(movements.slice(0, 3).map(({ txid, index }) => [txid, index])).toEqual([1, 3, 5].map((i) => [batch.hash, i]))
  expect(latest - final).toBe(6n)
  expect(movements.map((one) => one.final)).toEqual(movements.map(({ height }) => height <= final))
})

test("third-party tokens and the chain's own coin are deposits, also for an address that was assigned late", async () => {
  const { url, chain, coin, drip, client, order } = await fixture('ETH')
  const usdc = await testCoin(url, 'ETH', 'USDC')
  const minter = await testWallet(url, 'ETH', 'minter')
  const deposit = await testAddress('deposit:2')
  const requestId = `0x${'7'.repeat(64)}` as const
  const issued = await minter.send(calldata.mint({ requestId, to: deposit, amount: 9n }), usdc.address as Address)
  const paid = await drip(deposit, parseEther('2'))
  const { from } = await client.waitForTransactionReceipt({ hash: paid })
  await order('stall')

  const nobody = await chain.window(null, watch([coin, usdc]))
  expect(nobody.movements).toEqual([])
  const { movements } = await chain.window(null, watch([coin, usdc], deposit))
  expect(movements).toMatchObject([
    { asset: 'USDC', kind: 'transfer', from: null, to: deposit, amount: 9n, txid: issued.transactionHash, index: 0 },
    { asset: 'ETH', kind: 'transfer', to: deposit, amount: parseEther('2'), txid: paid, index: -1 },
  ])
  expect(movements[1]!.from!.toLowerCase()).toBe(from)
})

test('a reorganisation removes a movement and brings it back in another block, with the same txid and index', async () => {
  const { chain, coin, sign, mint, order } = await fixture('BASE')
  const watched = watch([coin])
  await order('stall')
  let { cursor } = await gather(chain, watched)
  for (const depth of [1, 2, 3, 4, 5, 6]) {
    const orders = [mint(ann, BigInt(depth))]
    const attempt = await sign(orders)
    expect(await chain.broadcast(attempt)).toBe('accepted')
    const seen = async () => {
      const window = await chain.window(cursor, watched)
      cursor = window.cursor
      return window.movements.filter(({ txid }) => txid === attempt.hash)
    }
    expect(await seen()).toEqual([])
    await order('mine', { blocks: depth })
    const [before] = await seen()
    expect(before).toMatchObject({ kind: 'mint', requestId: orders[0]!.requestId, final: false })
    expect(await chain.outcome(attempt.hash)).toMatchObject({ block: before!.block })

    await order('reorg', { depth })
    expect(await seen()).toEqual([])
    expect(await chain.outcome(attempt.hash)).toBeNull()

    await order('mine')
    const [after] = await seen()
    expect(after).toEqual({ ...before, block: after!.block, height: after!.height })
    expect(after!.block).not.toBe(before!.block)
    expect(await chain.outcome(attempt.hash)).toMatchObject({ block: after!.block, height: after!.height })
    // Until it is final, and once more to move the cursor past it.
    await order('mine', { blocks: 6 })
    expect(await seen()).toMatchObject([{ final: true }])
    expect(await seen()).toEqual([])
  }
})

test('when far behind, final blocks are read in ranges, with the same result', async () => {
  const { chain, coin, open, land, mint, drip, order } = await fixture('ETH')
  const deposit = await testAddress('deposit:4')
  const watched = watch([coin], deposit)
  const watching = await gather(chain, watched)
  for (const amount of [1n, 2n, 3n]) {
    await land([mint(deposit, amount), mint(bob, amount)])
    await drip(deposit, amount)
    await order('mine', { blocks: 400 })
    const next = await gather(chain, watched, watching.cursor)
    watching.movements.push(...next.movements)
    watching.cursor = next.cursor
  }
  await order('stall')
  const last = await gather(chain, watched, watching.cursor)
  watching.movements.push(...last.movements)
  const afterwards = await gather(open(), watched)
  expect(afterwards.passes).toBeGreaterThan(2)
  expect(afterwards.cursor).toEqual(last.cursor)
  expect(new Set(afterwards.movements)).toEqual(new Set(watching.movements))
  expect(watching.movements).toHaveLength(9)
})

test('a chain that changed below its final block is not read further', async () => {
  const { chain, coin, open, order } = await fixture('AVAX')
  await order('stall')
  await order('mine', { blocks: 40 })
  const { cursor } = await chain.window(null, watch([coin]))
  await order('reorg', { depth: 10 })
  await expect(chain.window(cursor, watch([coin]))).rejects.toThrow(BrokenFinality)
  await expect(open().window(cursor, watch([coin]))).rejects.toThrow('when it was final')
  await order('mine', { blocks: 600 })
  await expect(open().window(cursor, watch([coin]))).rejects.toThrow(BrokenFinality)
})

test('a dead node or one of another chain is reported, and skipped when the others are enough', async () => {
  const { url, open, mint, coin, troubles, bundleOf } = await fixture('ARB')
  const dead = 'http://127.0.0.1:9/?key=hidden'
  const foreign = `${devnet.base}/POL`
  await expect(open([dead, foreign, url]).heads()).rejects.toThrow(TooFewNodes)
  troubles.length = 0
  const chain = open([dead, foreign, url, url, url], 3)
  const { latest } = await chain.heads()
  expect(latest).toBeGreaterThan(0n)
  expect(troubles).toMatchObject([{ message: 'a node fails' }, { message: 'a node fails' }])
  expect(troubles.map(({ details }) => details['problem'])).toEqual(
    expect.arrayContaining([expect.stringMatching(/serves chain 7730005 and not 7730003: see RPC_ARB/)]),
  )
  expect(JSON.stringify(troubles)).not.toContain('hidden')
  expect(await chain.broadcast(await chain.sign(coin, await bundleOf([mint(ann, 1n)])))).toBe('accepted')
  // They are skipped, and not reported again.
  await chain.window(null, watch([coin]))
  expect(troubles).toHaveLength(2)

  const alone = open([foreign])
  await expect(alone.nextNonce('minter')).rejects.toThrow('serves chain 7730005 and not 7730003')
  const lost = open([dead])
  await expect(lost.heads()).rejects.toThrow('a node of ARB: HTTP request failed.')
  await expect(lost.heads()).rejects.not.toThrow('hidden')
  const attempt = await chain.sign(coin, await bundleOf([mint(ann, 1n)]))
  expect(await lost.broadcast(attempt)).toBe('unknown')
})

test('nodes that agree act as one; nodes with different histories stop the reading', async () => {
  const { url, coin, open, order, troubles } = await fixture('CELO')
  const other = await newDevnet()
  const controlOther = (what: string, body?: object) => control(other.base, 'CELO', what, body)
  await Promise.all([order('stall'), controlOther('stall')])
  const { latest } = await open([url, url]).heads()
  expect((await open([url, url]).window(null, watch([coin]))).latest).toBe(latest)

  await controlOther('faucet', { address: ann, amount: '1' })
  await Promise.all([order('mine', { blocks: 10 }), controlOther('mine', { blocks: 10 })])
  const chain = open([url, `${other.base}/CELO`])
  await expect(chain.heads()).rejects.toThrow(Disagreement)
  await expect(chain.window(null, watch([coin]))).rejects.toThrow(/disagree on final block 6/)
  expect(troubles[0]).toMatchObject({ message: 'nodes disagree', details: { chain: 'CELO' } })
})
