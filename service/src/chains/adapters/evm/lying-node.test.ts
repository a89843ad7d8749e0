import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, openDevnet } from '@specie/devnet/devnet.ts'
import { control } from '@specie/test/devnet-client.ts'
import { type LyingNode, lyingNode } from '@specie/test/chains/lying-node.ts'
import { type Address, type Hash, pad, toEventSelector, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Chain, Contract, Watched } from '../../../base/ports/chain.ts'
import { Disagreement, TooFewNodes } from '../agreement.ts'
import { transferEvent } from './movements.ts'
import { testAddress, testOrder, testStand } from '@specie/test/chains/evm.ts'

// One of two nodes lies. No decision depends on it alone; with three nodes and a quorum of two, everything continues.

let folder: string
let devnet: Devnet
let fixture: Awaited<ReturnType<typeof testStand>>
let liar: LyingNode
let pair: Chain
let trio: Chain
let omnibus: Address
let deposit: Address
const fail = (error: unknown) => {
  throw error
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-liar-'))
  const settings = { port: 0, dataFolder: folder, token: null, chains: ['ETH'], blockMs: 50, path: '' }
  devnet = await openDevnet(settings, fail, fail)
  const order = (what: string, body?: object) => control(devnet.base, 'ETH', what, body)
  fixture = await testStand({ origin: devnet.base, code: 'ETH', order })
  ;[omnibus, deposit] = await Promise.all([testAddress('omnibus'), testAddress('deposit:1')])
  await fixture.land([fixture.mint(omnibus, 1_000n)])
  liar = await lyingNode(fixture.url)
})
// The lying node comes first: the first answer is not trusted.
beforeEach(() => {
  liar.honest()
  pair = fixture.open([liar.url, fixture.url])
  trio = fixture.open([liar.url, fixture.url, fixture.url], 2)
  fixture.troubles.length = 0
})
afterAll(async () => {
  await liar?.close()
  await devnet?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function isResting(): Promise<boolean> {
  const chains = (await (await fetch(new URL('/chains', fixture.url))).json()) as { code: string; resting?: boolean }[]
  return chains.find(({ code }) => code === 'ETH')!.resting === true
}

/** All blocks are final and no more are made, so that two honest nodes are at the same block. */
async function settle(): Promise<void> {
  await fixture.order('mine', { blocks: 12 })
  await expect.poll(isResting).toBe(true)
}

const watched = (): Watched => ({ contracts: [fixture.coin], addresses: new Set([omnibus, deposit]) })
const paid = () => testOrder('ETH', { kind: 'transfer', asset: 'VCHF', to: deposit, amount: 10n })

test('a payment that one node calls failed is neither failed nor done until the nodes agree', async () => {
  const { hash } = await fixture.land([paid()])
  await settle()
  liar.lie('eth_getTransactionReceipt', (truth) => ({ ...truth, status: '0x0' }))
  expect(await pair.outcome(hash)).toMatchObject({ final: false, disputed: expect.stringContaining(hash) })
  expect(await trio.outcome(hash)).toMatchObject({ final: true, ok: true, disputed: null })
  liar.honest()
  expect(await pair.outcome(hash)).toMatchObject({ final: true, ok: true, disputed: null })
})

test('a payment that one node has lost is not over and is not sent again', async () => {
  const orders = [paid()]
  const attempt = await fixture.land(orders)
  await settle()
  const bundle = await fixture.bundleOf(orders, [attempt])
  liar.lie('eth_getTransactionReceipt', () => null)
  liar.lie('eth_getTransactionCount', () => toHex(1_000))
  expect(await fixture.open([liar.url]).isOver(bundle)).toBe(true)
  expect(await pair.isOver(bundle)).toBe(false)
  expect(await trio.isOver(bundle)).toBe(false)
  expect(await pair.outcome(attempt.hash)).toMatchObject({ final: false, disputed: expect.any(String) })
  // A wrong nonce from one node opens no gap in our nonces either.
  expect(await pair.nextNonce('omnibus')).toBe(await fixture.chain.nextNonce('omnibus'))
})

/** A fake transfer to our deposit address, in a real block and transaction. */
const invented = (contract: Contract, log: { blockNumber: string; blockHash: Hash; transactionHash: Hash }) => ({
  ...log,
  address: contract.address,
  topics: [toEventSelector(transferEvent), pad('0xbad'), pad(deposit)],
  data: pad(toHex(1_000_000n)),
  logIndex: '0x7',
  transactionIndex: '0x0',
  removed: false,
})

test('a deposit that one node invents or hides is not reported; nothing is read until they agree', async () => {
  const { cursor } = await fixture.chain.window(null, watched())
  const { hash } = await fixture.land([paid()])
  await settle()
  const real = (await fixture.chain.window(cursor, watched())).movements.filter(({ final }) => final)
  expect(real).toMatchObject([{ txid: hash, amount: 10n }])
  const lies = {
    invented: (truth: any) => ({ ...truth, logs: [...truth.logs, invented(fixture.coin, truth)] }),
    larger: (truth: any) => ({ ...truth, logs: truth.logs.map((log: any) => ({ ...log, data: pad(toHex(999n)) })) }),
    nothing: (truth: any) => ({ ...truth, logs: [] }),
  }
  for (const [name, how] of Object.entries(lies)) {
    const [two, three] = [fixture.open([liar.url, fixture.url]), fixture.open([liar.url, fixture.url, fixture.url], 2)]
    liar.lie('eth_getTransactionReceipt', how)
    const alone = await fixture.open([liar.url]).window(cursor, watched())
    expect(
      alone.movements.filter(({ final }) => final),
      name,
    ).not.toEqual(real)
    await expect(two.window(cursor, watched()), name).rejects.toThrow(Disagreement)
    expect(
      (await three.window(cursor, watched())).movements.filter(({ final }) => final),
      name,
    ).toEqual(real)
    liar.honest()
    // Its earlier answers are not cached.
    expect(
      (await two.window(cursor, watched())).movements.filter(({ final }) => final),
      name,
    ).toEqual(real)
  }
  liar.lie('eth_getLogs', () => [])
  await expect(pair.window(cursor, watched())).rejects.toThrow(Disagreement)
  expect(fixture.troubles.map(({ message }) => message)).toContain('nodes disagree')
})

test('a movement that is not final is reported when both nodes have it', async () => {
  await fixture.order('stall')
  const { cursor } = await fixture.chain.window(null, watched())
  const attempt = await fixture.sign([paid()])
  await fixture.chain.broadcast(attempt)
  await fixture.order('mine')
  liar.lie('eth_getLogs', () => [])
  expect((await pair.window(cursor, watched())).movements.filter(({ txid }) => txid === attempt.hash)).toEqual([])
  const both = fixture.open([fixture.url, fixture.url])
  expect((await both.window(cursor, watched())).movements).toMatchObject([{ txid: attempt.hash, final: false }])
  await fixture.order('resume')
})

test('a different history from one node is not a broken chain', async () => {
  await settle()
  const { cursor } = await fixture.chain.window(null, watched())
  await settle()
  const other = (truth: any) => truth && { ...truth, hash: pad(truth.number, { size: 32 }), parentHash: pad('0x1') }
  liar.lie('eth_getBlockByNumber', other)
  const answer: unknown = await pair.window(cursor, watched()).catch((error: unknown) => error)
  expect(answer).toBeInstanceOf(Disagreement)
  await expect(pair.heads()).rejects.toThrow(/disagree on final block \d+/)
  await expect(pair.supply(fixture.coin)).rejects.toThrow(Disagreement)
  expect((await trio.window(cursor, watched())).final).toBeGreaterThan(0n)
})

test('one node is not trusted for a supply, a balance or a completed request', async () => {
  await settle()
  const order = fixture.mint(omnibus, 1n)
  liar.lie('eth_call', () => pad(toHex(77n)))
  await expect(pair.supply(fixture.coin)).rejects.toThrow('disagree on the supply')
  await expect(pair.balance(fixture.coin, omnibus)).rejects.toThrow('disagree on a balance')
  const collect = testOrder('ETH', { kind: 'collect', asset: 'VCHF', from: 1, to: omnibus, amount: 1n })
  liar.lie('eth_call', () => pad('0x1', { size: 32 }))
  await expect(pair.isDone(fixture.coin, collect)).rejects.toThrow(Disagreement)
  expect(await trio.isDone(fixture.coin, collect)).toBe(false)
  expect(await trio.supply(fixture.coin)).toBe(await fixture.chain.supply(fixture.coin))
  expect(await fixture.chain.isDone(fixture.coin, order)).toBe(false)
})

test('one node is not trusted when it would refuse a payment', async () => {
  liar.lie('eth_estimateGas', () => {
    throw new Error('execution reverted')
  })
  const bundle = await fixture.bundleOf([paid()])
  await expect(fixture.open([liar.url]).sign(fixture.coin, bundle)).rejects.toMatchObject({ name: 'Refusal' })
  await expect(pair.sign(fixture.coin, bundle)).rejects.toThrow(Disagreement)
  expect(await trio.sign(fixture.coin, bundle)).toMatchObject({ hash: expect.any(String) })
})

test('bytes that one node drops reach the chain through the other', async () => {
  liar.lie('eth_sendRawTransaction', () => pad('0x5'))
  const attempt = await fixture.sign([paid()])
  expect(await pair.broadcast(attempt)).toBe('accepted')
  await fixture.client.waitForTransactionReceipt({ hash: attempt.hash as Hash })
})

test('an unreachable node blocks when all must agree, and does not matter with a quorum of two of three', async () => {
  const { hash } = await fixture.land([paid()])
  await settle()
  liar.silent()
  await expect(pair.window(null, watched())).rejects.toThrow(TooFewNodes)
  await expect(pair.outcome(hash)).rejects.toThrow(TooFewNodes)
  expect(await trio.outcome(hash)).toMatchObject({ final: true, ok: true })
  liar.honest()
  expect(await pair.outcome(hash)).toMatchObject({ final: true, ok: true })
})
