import { solanaChain as spec } from '@specie/devnet/chains.ts'
import { serve } from '@specie/devnet/server.ts'
import { openSolana } from '@specie/devnet/solana/chain.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BrokenFinality, type Contract } from '../../base/chain-port.ts'
import { solanaChain } from './chain.ts'
import { openNodes } from './nodes.ts'
import { first, openTestSolana, order, relay, type TestSolana } from './testing.ts'

let sol: TestSolana
let vchf: Contract
let omnibus: string
let real: string

beforeAll(async () => {
  sol = await openTestSolana({ spec, openSolana, serve })
  vchf = await sol.createCoin('VCHF')
  await sol.standStill()
  omnibus = await sol.addressOf('omnibus')
  real = sol.options.urls[0]!
})
afterAll(() => sol?.stop())
beforeEach(() => void (sol.troubles.length = 0))

const chainOn = (...urls: string[]) => solanaChain({ ...sol.options, urls })
const mintTo = (amount: bigint) => order({ kind: 'mint', asset: 'VCHF', to: omnibus, amount })
const watched = () => ({ contracts: [vchf], addresses: new Set([omnibus]) })
/** Nothing listens on port 1. */
const dead = 'http://127.0.0.1:1/secret-key'

test('a dead node is passed over, told of once and without our key to it', async () => {
  const chain = chainOn(dead, real)
  const before = await chain.supply(vchf)
  const attempt = await chain.sign(vchf, first(mintTo(5n)))
  expect(await chain.broadcast(attempt)).toBe('accepted')
  await sol.settle()
  expect(await chain.outcome(attempt.hash)).toMatchObject({ ok: true, final: true })
  expect(await chain.supply(vchf)).toBe(before + 5n)
  expect(sol.troubles).toMatchObject([{ details: { host: '127.0.0.1:1' } }])
  expect(JSON.stringify(sol.troubles)).not.toContain('secret-key')
})

test('where every node is dead, nothing is known: reading throws, a broadcast is in doubt', async () => {
  await expect(chainOn(dead).heads()).rejects.toThrow('no answer')
  const attempt = await sol.chain.sign(vchf, first(mintTo(1n)))
  expect(await chainOn(dead).broadcast(attempt)).toBe('unknown')
})

test('a node that never answers costs one wait, then stands at the end of the line', async () => {
  const mute = await relay(real, () => null)
  const nodes = openNodes([mute.url, real], sol.options.onTrouble, 500)
  const slot = () => nodes.use(({ rpc }) => rpc.getSlot({ commitment: 'confirmed' }).send())
  expect(await slot()).toBeGreaterThan(0n)
  await mute.stop()
  expect(await slot()).toBeGreaterThan(0n)
  expect(sol.troubles).toHaveLength(1)
})

test('a node of another chain is not asked', async () => {
  const other = await relay(real, ({ method }) => (method === 'getGenesisHash' ? 'another' : undefined))
  const chain = chainOn(real, other.url)
  await chain.window(null, watched())
  expect(sol.troubles).toMatchObject([{ details: { why: expect.stringContaining('another chain') } }])
  await other.stop()
})

test('what a second node does not call final is not final, and the cursor waits', async () => {
  let lies = true
  const ignorant = { context: { slot: 10 ** 9 }, value: [null] }
  const other = await relay(real, ({ method }) => (lies && method === 'getSignatureStatuses' ? ignorant : undefined))
  const chain = chainOn(real, other.url)
  await sol.settle()
  const { cursor } = await sol.chain.window(null, watched())
  const attempt = await sol.chain.sign(vchf, first(mintTo(5n)))
  await sol.chain.broadcast(attempt)
  await sol.settle()
  const doubted = await chain.window(cursor, watched())
  expect(doubted.movements).toMatchObject([{ txid: attempt.hash, final: false }])
  expect(await chain.outcome(attempt.hash)).toMatchObject({ final: false })
  expect(sol.troubles).toMatchObject([
    { message: expect.stringContaining('disagree'), details: { txid: attempt.hash } },
  ])
  lies = false
  const agreed = await chain.window(doubted.cursor, watched())
  expect(agreed.movements).toMatchObject([{ txid: attempt.hash, final: true }])
  await other.stop()
})

test('a node that has forgotten what was final does not stop the reading for good', async () => {
  const forgetful = await relay(real, ({ method }) =>
    method === 'getSignatureStatuses'
      ? { context: { slot: 10 ** 9 }, value: [null] }
      : method === 'getTransaction'
        ? ''
        : undefined,
  )
  await sol.chain.broadcast(await sol.chain.sign(vchf, first(mintTo(5n))))
  await sol.settle()
  const { cursor } = await sol.chain.window(null, watched())
  await expect(chainOn(forgetful.url).window(cursor, watched())).rejects.toThrow(BrokenFinality)
  await expect(chainOn(forgetful.url, real).window(cursor, watched())).rejects.toThrow('disagree')
  await forgetful.stop()
})

test('nothing is over on the word of one node when another one knows better', async () => {
  const other = await relay(real, ({ method }) =>
    method === 'getSignatureStatuses' ? { context: { slot: 10 ** 9 }, value: [null] } : undefined,
  )
  const bundle = first(mintTo(5n))
  const attempt = await sol.chain.sign(vchf, bundle)
  await sol.chain.broadcast(attempt)
  await sol.act('mine', { blocks: 250 })
  const asked = { ...bundle, earlier: [attempt] }
  expect(await chainOn(other.url).isOver(asked)).toBe(true)
  expect(await chainOn(other.url, real).isOver(asked)).toBe(false)
  await other.stop()
})

test('a node that lags behind is told of', async () => {
  const other = await relay(real, ({ method }) => (method === 'getSlot' ? 5 : undefined))
  await chainOn(real, other.url).window(null, watched())
  expect(sol.troubles).toMatchObject([{ message: expect.stringContaining('lags') }])
  await other.stop()
})
