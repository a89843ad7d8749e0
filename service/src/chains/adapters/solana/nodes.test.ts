import { solanaChain as spec } from '@specie/devnet/chains.ts'
import { serve } from '@specie/devnet/server.ts'
import { openSolana } from '@specie/devnet/solana/chain.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BrokenFinality, type Contract } from '../../../base/ports/chain.ts'
import { TooFewNodes } from '../agreement.ts'
import { solanaChain } from './chain.ts'
import { openNodes } from './nodes.ts'
import { first, openTestSolana, order, relay, type TestSolana } from '@specie/test/chains/solana.ts'

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
/** Two of these nodes are enough. */
const twoOf = (...urls: string[]) => solanaChain({ ...sol.options, urls, quorum: 2 })
const mintTo = (amount: bigint) => order({ kind: 'mint', asset: 'VCHF', to: omnibus, amount })
const watched = () => ({ contracts: [vchf], addresses: new Set([omnibus]) })
/** Nothing listens on port 1. */
const dead = 'http://127.0.0.1:1/secret-key'

test('with a quorum of two of three, a dead node is skipped, and reported once without the key in its URL', async () => {
  const chain = twoOf(dead, real, real)
  const before = await chain.supply(vchf)
  const attempt = await chain.sign(vchf, first(mintTo(5n)))
  expect(await chain.broadcast(attempt)).toBe('accepted')
  await sol.settle()
  expect(await chain.outcome(attempt.hash)).toMatchObject({ ok: true, final: true })
  expect(await chain.supply(vchf)).toBe(before + 5n)
  expect(sol.troubles).toMatchObject([{ details: { host: '127.0.0.1:1' } }])
  expect(JSON.stringify(sol.troubles)).not.toContain('secret-key')
})

test('when all must agree, a dead node blocks: nothing is read, and nothing is final or over', async () => {
  const bundle = first(mintTo(5n))
  const attempt = await sol.chain.sign(vchf, bundle)
  await sol.chain.broadcast(attempt)
  await sol.act('mine', { blocks: 250 })
  const chain = chainOn(real, dead)
  await expect(chain.window(null, watched())).rejects.toThrow('1 nodes of SOL report the final slot, and 2 must')
  await expect(chain.outcome(attempt.hash)).rejects.toThrow(TooFewNodes)
  expect(await chain.isOver({ ...bundle, earlier: [attempt] })).toBe(false)
})

test('when every node is dead, reading throws and a broadcast is unknown', async () => {
  await expect(chainOn(dead).heads()).rejects.toThrow(TooFewNodes)
  const attempt = await sol.chain.sign(vchf, first(mintTo(1n)))
  expect(await chainOn(dead).broadcast(attempt)).toBe('unknown')
})

test('a node that never answers costs one timeout, and is then tried last', async () => {
  const mute = await relay(real, () => null)
  const nodes = openNodes({ urls: [mute.url, real], quorum: null, onTrouble: sol.options.onTrouble, timeoutMs: 500 })
  const slot = () => nodes.use(({ rpc }) => rpc.getSlot({ commitment: 'confirmed' }).send())
  expect(await slot()).toBeGreaterThan(0n)
  await mute.stop()
  expect(await slot()).toBeGreaterThan(0n)
  expect(sol.troubles).toHaveLength(1)
})

test('a node of another chain is not used', async () => {
  const other = await relay(real, ({ method }) => (method === 'getGenesisHash' ? 'another' : undefined))
  await twoOf(real, real, other.url).window(null, watched())
  expect(sol.troubles).toMatchObject([{ details: { why: expect.stringContaining('another chain') } }])
  await other.stop()
})

type Listing = { signature: string; slot: number }[]
const listed = async (params: unknown): Promise<Listing> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSignaturesForAddress', params })
  const answer = (await (await fetch(real, { method: 'POST', body })).json()) as { result: Listing }
  return answer.result
}

test('a transaction that one node hides or invents stops the reading until they agree', async () => {
  await sol.settle()
  const { cursor } = await sol.chain.window(null, watched())
  const attempt = await sol.chain.sign(vchf, first(mintTo(5n)))
  await sol.chain.broadcast(attempt)
  await sol.settle()
  let lies = true
  const hiding = await relay(real, async ({ method, params }) => {
    if (!lies || method !== 'getSignaturesForAddress') return undefined
    return (await listed(params)).filter(({ signature }) => signature !== attempt.hash)
  })
  // The lying node comes first: the first answer is not trusted.
  const chain = chainOn(hiding.url, real)
  await expect(chain.window(cursor, watched())).rejects.toThrow('The nodes of SOL disagree on the movements')
  expect(sol.troubles).toMatchObject([{ message: 'Solana nodes disagree' }])
  lies = false
  expect((await chain.window(cursor, watched())).movements).toMatchObject([{ txid: attempt.hash, final: true }])
  await hiding.stop()
})

test('an amount that one node invents is not accepted', async () => {
  await sol.settle()
  const { cursor } = await sol.chain.window(null, watched())
  const [small, large] = [mintTo(1n), mintTo(900n)]
  const attempts = [await sol.chain.sign(vchf, first(small)), await sol.chain.sign(vchf, first(large))]
  for (const attempt of attempts) await sol.chain.broadcast(attempt)
  await sol.settle()
  const inventing = await relay(real, async ({ method, params, id }) => {
    if (method !== 'getTransaction' || (params as string[])[0] !== attempts[0]!.hash) return undefined
    const fetchResult = (signature: string) =>
      fetch(real, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params: [signature, (params as unknown[])[1]] }),
      }).then(async (answer) => ((await answer.json()) as { result: { slot: number } }).result)
    return { ...(await fetchResult(attempts[1]!.hash)), slot: (await fetchResult(attempts[0]!.hash)).slot }
  })
  await expect(chainOn(inventing.url, real).window(cursor, watched())).rejects.toThrow('disagree')
  await inventing.stop()
})

test('one node is not enough to declare a transaction failed', async () => {
  const attempt = await sol.chain.sign(vchf, first(mintTo(5n)))
  await sol.chain.broadcast(attempt)
  await sol.settle()
  const { height } = (await sol.chain.outcome(attempt.hash))!
  const failed = { slot: Number(height), confirmations: null, err: 'AccountInUse', confirmationStatus: 'finalized' }
  const other = await relay(real, ({ method }) =>
    method === 'getSignatureStatuses' ? { context: { slot: 10 ** 9 }, value: [failed] } : undefined,
  )
  for (const urls of [
    [real, other.url],
    [other.url, real],
  ])
    expect(await chainOn(...urls).outcome(attempt.hash)).toMatchObject({
      final: false,
      disputed: expect.stringContaining('disagree'),
    })
  expect(await twoOf(other.url, real, real).outcome(attempt.hash)).toMatchObject({ final: true, ok: true })
  await other.stop()
})

test('a node that has pruned final transactions does not stop the reading permanently', async () => {
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

test('a transaction is not over when one node says so and another still has it', async () => {
  const other = await relay(real, ({ method }) =>
    method === 'getSignatureStatuses' ? { context: { slot: 10 ** 9 }, value: [null] } : undefined,
  )
  const bundle = first(mintTo(5n))
  const attempt = await sol.chain.sign(vchf, bundle)
  await sol.chain.broadcast(attempt)
  await sol.act('mine', { blocks: 250 })
  const sent = { ...bundle, earlier: [attempt] }
  expect(await chainOn(other.url).isOver(sent)).toBe(true)
  expect(await chainOn(other.url, real).isOver(sent)).toBe(false)
  await other.stop()
})

test('a node that lags behind is reported', async () => {
  const other = await relay(real, ({ method }) => (method === 'getSlot' ? 5 : undefined))
  await chainOn(real, other.url).window(null, watched())
  expect(sol.troubles).toMatchObject([{ message: expect.stringContaining('lags') }])
  await other.stop()
})
