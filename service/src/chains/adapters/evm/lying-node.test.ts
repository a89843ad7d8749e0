import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, openDevnet } from '@specie/devnet/devnet.ts'
import { control } from '@specie/test/visitor.ts'
import { type LyingNode, lyingNode } from '@specie/test/lying-node.ts'
import { type Address, type Hash, pad, toEventSelector, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Chain, Contract, Watched } from '../../../base/ports/chain.ts'
import { Disagreement, TooFewNodes } from '../agreement.ts'
import { transferEvent } from './movements.ts'
import { testAddress, testOrder, testStand } from '@specie/test/chains/evm.ts'

// One of two nodes lies. Nothing that decides anything is believed of it; with the liar out of three nodes, and two that
// suffice, all goes on.

let folder: string
let devnet: Devnet
let stand: Awaited<ReturnType<typeof testStand>>
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
  stand = await testStand({ origin: devnet.base, code: 'ETH', order })
  ;[omnibus, deposit] = await Promise.all([testAddress('omnibus'), testAddress('deposit:1')])
  await stand.land([stand.mint(omnibus, 1_000n)])
  liar = await lyingNode(stand.url)
})
// The liar is the first of them: the first to answer is not the one that is believed.
beforeEach(() => {
  liar.honest()
  pair = stand.open([liar.url, stand.url])
  trio = stand.open([liar.url, stand.url, stand.url], 2)
  stand.troubles.length = 0
})
afterAll(async () => {
  await liar?.close()
  await devnet?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function isResting(): Promise<boolean> {
  const chains = (await (await fetch(new URL('/chains', stand.url))).json()) as { code: string; resting?: boolean }[]
  return chains.find(({ code }) => code === 'ETH')!.resting === true
}

/** All is final, and no block comes any more: of two honest nodes none is ahead of the other. */
async function settle(): Promise<void> {
  await stand.order('mine', { blocks: 12 })
  await expect.poll(isResting).toBe(true)
}

const watched = (): Watched => ({ contracts: [stand.coin], addresses: new Set([omnibus, deposit]) })
const paid = () => testOrder('ETH', { kind: 'transfer', asset: 'VCHF', to: deposit, amount: 10n })

test('a payment that one node calls failed has neither failed nor is it done, until that node tells the truth', async () => {
  const { hash } = await stand.land([paid()])
  await settle()
  liar.lie('eth_getTransactionReceipt', (truth) => ({ ...truth, status: '0x0' }))
  expect(await pair.outcome(hash)).toMatchObject({ final: false, disputed: expect.stringContaining(hash) })
  expect(await trio.outcome(hash)).toMatchObject({ final: true, ok: true, disputed: null })
  liar.honest()
  expect(await pair.outcome(hash)).toMatchObject({ final: true, ok: true, disputed: null })
})

test('a payment that one node has lost, with its nonce used, is not over and does not go out again', async () => {
  const orders = [paid()]
  const attempt = await stand.land(orders)
  await settle()
  const bundle = await stand.bundleOf(orders, [attempt])
  liar.lie('eth_getTransactionReceipt', () => null)
  liar.lie('eth_getTransactionCount', () => toHex(1_000))
  expect(await stand.open([liar.url]).isOver(bundle)).toBe(true)
  expect(await pair.isOver(bundle)).toBe(false)
  expect(await trio.isOver(bundle)).toBe(false)
  expect(await pair.outcome(attempt.hash)).toMatchObject({ final: false, disputed: expect.any(String) })
  // Nor does the count of one node open a gap between our nonces.
  expect(await pair.nextNonce('omnibus')).toBe(await stand.chain.nextNonce('omnibus'))
})

/** A transfer to our deposit address that never happened, in a block and a transaction that are real. */
const invented = (contract: Contract, log: { blockNumber: string; blockHash: Hash; transactionHash: Hash }) => ({
  ...log,
  address: contract.address,
  topics: [toEventSelector(transferEvent), pad('0xbad'), pad(deposit)],
  data: pad(toHex(1_000_000n)),
  logIndex: '0x7',
  transactionIndex: '0x0',
  removed: false,
})

test('a deposit that one node invents, or hides, is not told; nothing is read until they agree', async () => {
  const { cursor } = await stand.chain.window(null, watched())
  const { hash } = await stand.land([paid()])
  await settle()
  const real = (await stand.chain.window(cursor, watched())).movements.filter(({ final }) => final)
  expect(real).toMatchObject([{ txid: hash, amount: 10n }])
  const lies = {
    invented: (truth: any) => ({ ...truth, logs: [...truth.logs, invented(stand.coin, truth)] }),
    larger: (truth: any) => ({ ...truth, logs: truth.logs.map((log: any) => ({ ...log, data: pad(toHex(999n)) })) }),
    nothing: (truth: any) => ({ ...truth, logs: [] }),
  }
  for (const [name, how] of Object.entries(lies)) {
    const [two, three] = [stand.open([liar.url, stand.url]), stand.open([liar.url, stand.url, stand.url], 2)]
    liar.lie('eth_getTransactionReceipt', how)
    const alone = await stand.open([liar.url]).window(cursor, watched())
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
    // What it has said before is not held against it.
    expect(
      (await two.window(cursor, watched())).movements.filter(({ final }) => final),
      name,
    ).toEqual(real)
  }
  liar.lie('eth_getLogs', () => [])
  await expect(pair.window(cursor, watched())).rejects.toThrow(Disagreement)
  expect(stand.troubles.map(({ message }) => message)).toContain('nodes disagree')
})

test('what is not final yet is told when both nodes tell it', async () => {
  await stand.order('stall')
  const { cursor } = await stand.chain.window(null, watched())
  const attempt = await stand.sign([paid()])
  await stand.chain.broadcast(attempt)
  await stand.order('mine')
  liar.lie('eth_getLogs', () => [])
  expect((await pair.window(cursor, watched())).movements.filter(({ txid }) => txid === attempt.hash)).toEqual([])
  const both = stand.open([stand.url, stand.url])
  expect((await both.window(cursor, watched())).movements).toMatchObject([{ txid: attempt.hash, final: false }])
  await stand.order('resume')
})

test('another history that one node tells is no broken chain', async () => {
  await settle()
  const { cursor } = await stand.chain.window(null, watched())
  await settle()
  const other = (truth: any) => truth && { ...truth, hash: pad(truth.number, { size: 32 }), parentHash: pad('0x1') }
  liar.lie('eth_getBlockByNumber', other)
  const answer: unknown = await pair.window(cursor, watched()).catch((error: unknown) => error)
  expect(answer).toBeInstanceOf(Disagreement)
  await expect(pair.heads()).rejects.toThrow(/disagree on final block \d+/)
  await expect(pair.supply(stand.coin)).rejects.toThrow(Disagreement)
  expect((await trio.window(cursor, watched())).final).toBeGreaterThan(0n)
})

test('a supply, a balance, or what is done is not believed of one node', async () => {
  await settle()
  const order = stand.mint(omnibus, 1n)
  liar.lie('eth_call', () => pad(toHex(77n)))
  await expect(pair.supply(stand.coin)).rejects.toThrow('disagree on the supply')
  await expect(pair.balance(stand.coin, omnibus)).rejects.toThrow('disagree on a balance')
  const collect = testOrder('ETH', { kind: 'collect', asset: 'VCHF', from: 1, to: omnibus, amount: 1n })
  liar.lie('eth_call', () => pad('0x1', { size: 32 }))
  await expect(pair.isDone(stand.coin, collect)).rejects.toThrow(Disagreement)
  expect(await trio.isDone(stand.coin, collect)).toBe(false)
  expect(await trio.supply(stand.coin)).toBe(await stand.chain.supply(stand.coin))
  expect(await stand.chain.isDone(stand.coin, order)).toBe(false)
})

test('that the chain would refuse a payment is not believed of one node', async () => {
  liar.lie('eth_estimateGas', () => {
    throw new Error('execution reverted')
  })
  const bundle = await stand.bundleOf([paid()])
  await expect(stand.open([liar.url]).sign(stand.coin, bundle)).rejects.toMatchObject({ name: 'Refusal' })
  await expect(pair.sign(stand.coin, bundle)).rejects.toThrow(Disagreement)
  expect(await trio.sign(stand.coin, bundle)).toMatchObject({ hash: expect.any(String) })
})

test('bytes that one node swallows reach the chain by the other', async () => {
  liar.lie('eth_sendRawTransaction', () => pad('0x5'))
  const attempt = await stand.sign([paid()])
  expect(await pair.broadcast(attempt)).toBe('accepted')
  await stand.client.waitForTransactionReceipt({ hash: attempt.hash as Hash })
})

test('a node that is away means waiting where all must agree, and nothing where two of three suffice', async () => {
  const { hash } = await stand.land([paid()])
  await settle()
  liar.silent()
  await expect(pair.window(null, watched())).rejects.toThrow(TooFewNodes)
  await expect(pair.outcome(hash)).rejects.toThrow(TooFewNodes)
  expect(await trio.outcome(hash)).toMatchObject({ final: true, ok: true })
  liar.honest()
  expect(await pair.outcome(hash)).toMatchObject({ final: true, ok: true })
})
