import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transaction } from '@scure/btc-signer'
import { type BitcoinLine, startBitcoin } from '@specie/test/chains/bitcoin-node.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Attempt,
  BrokenFinality,
  type Bundle,
  type Chain,
  type Order,
  type RawSigner,
  TemporaryRefusal,
  FeeTooHigh,
  Refusal,
} from '../../../base/ports/chain.ts'
import { createKeystore, openKeystore } from '../../../keys/keystore.ts'
import { bitcoinAddressOf } from './address.ts'
import { bitcoinChain } from './chain.ts'
import { fund } from './funding.ts'

let folder: string
let signer: RawSigner
let ours: string
let others: string
let node: BitcoinLine
/** Each test has its own deposit address and wallet. */
let nth = 0
let chain: Chain
let watched: { contracts: []; addresses: Set<string> }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitcoin-'))
  const file = join(folder, 'keys.json')
  await createKeystore(file, 'a passphrase for tests only', { N: 2 ** 4, r: 8, p: 1 })
  signer = await openKeystore(file, 'a passphrase for tests only')
  others = bitcoinAddressOf(await signer.publicKey('minter', 'secp256k1'), 'uat')
  node = await startBitcoin()
})
afterAll(async () => {
  await node.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  nth += 1
  ours = bitcoinAddressOf(await signer.publicKey(`deposit:${nth}`, 'secp256k1'), 'uat')
  Object.assign(node, { calls: [], silent: false, wallet: `specie${nth}` })
  node.instead.clear()
  node.instead.set('estimatesmartfee', { feerate: 0.00005 })
  await node.mine(1)
  chain = bitcoinChain({ url: node.url, environment: 'uat', signer })
  watched = { contracts: [], addresses: new Set([ours]) }
})

const million = 1_000_000n

function order(amount: bigint, over: Partial<Order> = {}): Order {
  const id = 'b0000000-0000-4000-8000-000000000001'
  return {
    id,
    requestId: `0x${'ab'.repeat(32)}`,
    kind: 'native',
    asset: 'BTC',
    from: nth,
    to: others,
    amount,
    ...over,
  } as Order
}
const bundle = (amount: bigint, earlier: Attempt[] = []): Bundle => ({ orders: [order(amount)], nonce: null, earlier })

/** The address is watched and has final coins. */
async function funded(...values: bigint[]): Promise<void> {
  await chain.window(null, watched)
  for (const value of values) await node.pay(ours, value)
  await node.mine(3)
}

const outputsOf = ({ raw }: Attempt) => {
  const read = Transaction.fromRaw(raw)
  return Array.from({ length: read.outputsLength }, (_, i) => read.getOutput(i).amount)
}
const inputsOf = ({ raw }: Attempt) => {
  const read = Transaction.fromRaw(raw)
  return Array.from({ length: read.inputsLength }, (_, i) => Buffer.from(read.getInput(i).txid!).toString('hex'))
}

describe('deposits', () => {
  test('are seen in a block, final after three confirmations, and then not reported again', async () => {
    const before = await chain.window(null, watched)
    const txid = await node.pay(ours, 12_345_678n)
    await node.pay(others, million)
    expect((await chain.window(before.cursor, watched)).movements).toEqual([])

    await node.mine(1)
    const seen = await chain.window(before.cursor, watched)
    expect(seen.movements).toEqual([
      expect.objectContaining({ txid, index: 0, final: false, asset: 'BTC', to: ours, amount: 12_345_678n }),
    ])
    expect(seen.movements[0]).toMatchObject({
      height: seen.latest,
      kind: 'transfer',
      from: expect.stringMatching(/^bcrt1q/),
    })
    expect(seen.latest - seen.final).toBe(2n)
    expect(await chain.heads()).toEqual({ latest: seen.latest, final: seen.final })

    await node.mine(2)
    const final = await chain.window(seen.cursor, watched)
    expect(final.movements).toEqual([{ ...seen.movements[0], final: true }])
    expect(final.final).toBe(seen.latest)
    expect((await chain.window(final.cursor, watched)).movements).toEqual([])
    expect(node.calls.filter((method) => method === 'getrawtransaction')).toHaveLength(1)
  })

  test('removed by a reorganisation are gone, and return in another block', async () => {
    const { cursor } = await chain.window(null, watched)
    const txid = await node.pay(ours, million)
    await node.mine(2)
    const [seen] = (await chain.window(cursor, watched)).movements
    await node.reorg(2)
    expect((await chain.window(cursor, watched)).movements).toEqual([])
    await node.mine(1)
    const [again] = (await chain.window(cursor, watched)).movements
    expect(again).toMatchObject({ txid, amount: million, final: false })
    expect(again!.block).not.toBe(seen!.block)
  })

  test('are not read beyond a change below the final block', async () => {
    await chain.window(null, watched)
    await node.mine(4)
    const { cursor } = await chain.window(null, watched)
    await node.reorg(5)
    await expect(chain.window(cursor, watched)).rejects.toThrow(BrokenFinality)
  })

  test('to a newly watched address are found from the cursor on', async () => {
    const { cursor } = await chain.window(null, watched)
    watched.addresses.add(others)
    const txid = await node.pay(others, million)
    await node.mine(2)
    expect((await chain.window(cursor, watched)).movements).toEqual([expect.objectContaining({ txid, to: others })])
  })

  test('wait while the node rescans old blocks', async () => {
    await chain.window(null, watched)
    node.instead.set('getwalletinfo', { scanning: { duration: 1, progress: 0.5 } })
    await expect(chain.window(null, watched)).rejects.toThrow('still scanning old blocks')
  })

  test('are searched in the whole chain when the node’s wallet is new', async () => {
    await funded(million)
    const { cursor } = await chain.window(null, watched)
    await node.mine(40)
    node.wallet = 'another'
    const fresh = bitcoinChain({ url: node.url, environment: 'uat', signer: null })
    expect((await fresh.window(cursor, watched)).movements).toEqual([])
    expect(await fresh.balance(null, ours)).toBe(million)
  })

  test('of a node on another network are not read', async () => {
    node.instead.set('getblockchaininfo', { chain: 'main' })
    await expect(chain.window(null, watched)).rejects.toThrow('is on main, but uat needs regtest')
  })
})

describe('payments', () => {
  test('pay the exact amount and return change, which is not a deposit', async () => {
    await funded(3n * million)
    const { cursor } = await chain.window(null, watched)
    const attempt = await chain.sign(null, bundle(million))
    const [paid, change] = outputsOf(attempt) as [bigint, bigint]
    expect(paid).toBe(million)
    expect(await chain.outcome(attempt.hash)).toBe(null)
    expect(await chain.broadcast(attempt)).toBe('accepted')
    expect(await chain.broadcast(attempt)).toBe('accepted')
    expect(await chain.outcome(attempt.hash)).toBe(null)
    expect(await chain.balance(null, ours)).toBe(3n * million)

    await node.mine(1)
    const cost = 3n * million - paid - change
    expect(cost).toBe(141n * 5n) // one input, two outputs, 5 satoshis a byte
    expect(await chain.outcome(attempt.hash)).toMatchObject({ ok: true, final: false, cost })
    expect(await chain.balance(null, ours)).toBe(3n * million)
    await node.mine(2)
    expect(await chain.outcome(attempt.hash)).toMatchObject({ ok: true, final: true, cost })
    expect(await chain.balance(null, ours)).toBe(change)
    expect((await chain.window(cursor, watched)).movements).toEqual([])
    expect(await chain.broadcast(attempt)).toBe('accepted')
    expect(await chain.isOver({ ...bundle(million), earlier: [attempt] })).toBe(false)
  })

  test('combine coins, and leave out change that costs more than it is worth', async () => {
    await funded(million, million, 2n * million)
    const attempt = await chain.sign(null, bundle(4n * million - 1_500n))
    expect(inputsOf(attempt)).toHaveLength(3)
    expect(outputsOf(attempt)).toEqual([4n * million - 1_500n])
    expect(await chain.broadcast(attempt)).toBe('accepted')
  })

  test('that are stuck are replaced with a higher fee, spending the same coins', async () => {
    await funded(3n * million)
    const first = await chain.sign(null, bundle(million))
    await chain.broadcast(first)
    const second = await chain.sign(null, bundle(million, [first]))
    expect(inputsOf(second)).toEqual(inputsOf(first))
    expect(outputsOf(second)[0]).toBe(million)
    expect(await chain.broadcast(second)).toBe('accepted')
    expect(await node.ask('getrawmempool')).toEqual([second.hash])
    expect(await chain.broadcast(first)).toBe('underpriced')

    node.instead.set('estimatesmartfee', { feerate: 0.0005 })
    const third = await chain.sign(null, bundle(million, [first, second]))
    expect(await chain.broadcast(third)).toBe('accepted')
    await node.mine(3)
    expect(await chain.outcome(first.hash)).toBe(null)
    expect(await chain.outcome(third.hash)).toMatchObject({ final: true })
    expect(await chain.broadcast(first)).toBe('nonce_too_low')
    expect(await chain.isOver(bundle(million, [first, second, third]))).toBe(false)
  })

  test('whose change does not cover a higher fee use another coin', async () => {
    await funded(million, 2n * million)
    const first = await chain.sign(null, bundle(2n * million - 800n))
    expect([inputsOf(first), outputsOf(first)].map((list) => list.length)).toEqual([1, 1])
    await chain.broadcast(first)
    const second = await chain.sign(null, bundle(2n * million - 800n, [first]))
    expect(inputsOf(second)).toHaveLength(2)
    expect(inputsOf(second)).toContain(inputsOf(first)[0])
    expect(await chain.broadcast(second)).toBe('accepted')
  })

  test('are over once another transaction that spends their coin is final, not before', async () => {
    await funded(3n * million)
    const lost = await chain.sign(null, bundle(million))
    const rival = await chain.sign(null, bundle(2n * million))
    expect(await chain.broadcast(rival)).toBe('accepted')
    expect(await chain.isOver(bundle(million, [lost]))).toBe(false)
    await node.mine(2)
    expect(await chain.isOver(bundle(million, [lost]))).toBe(false)
    await node.mine(1)
    expect(await chain.isOver(bundle(million, [lost]))).toBe(true)
    expect(await chain.isOver(bundle(million, [lost, rival]))).toBe(false)
  })

  test('that are impossible are refused; those that must wait are not', async () => {
    await funded(3n * million)
    await expect(chain.sign(null, bundle(4n * million))).rejects.toThrow(Refusal)
    await expect(chain.sign(null, bundle(100n))).rejects.toThrow('dust')
    const abroad = {
      ...bundle(million),
      orders: [order(million, { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })],
    }
    await expect(chain.sign(null, abroad)).rejects.toThrow(Refusal)
    await chain.broadcast(await chain.sign(null, bundle(million)))
    const soon = chain.sign(null, bundle(million))
    await expect(soon).rejects.toThrow('not final yet')
    await expect(soon).rejects.not.toBeInstanceOf(Refusal)
    await node.mine(3)
    expect(outputsOf(await chain.sign(null, bundle(million)))[0]).toBe(million)
  })

  test('to a node that does not answer may have arrived', async () => {
    await funded(million)
    const attempt = await chain.sign(null, bundle(500_000n))
    node.silent = true
    expect(await chain.broadcast(attempt)).toBe('unknown')
    await expect(chain.outcome(attempt.hash)).rejects.toThrow('did not answer')
    await expect(chain.heads()).rejects.toThrow('did not answer')
  })

  test('whose bytes were changed are refused by the node', async () => {
    await funded(million)
    const attempt = await chain.sign(null, bundle(500_000n))
    const raw = Uint8Array.from(attempt.raw)
    const at = Buffer.from(raw).indexOf(Buffer.from([0x20, 0xa1, 0x07])) // 500,000 in little endian
    raw[at]! += 1
    expect(await chain.broadcast({ ...attempt, raw })).toBe('unknown')
    expect(await node.ask('getrawmempool')).toEqual([])
  })

  test('are not signed without keys, and Bitcoin has neither nonces nor a supply', async () => {
    const reader = bitcoinChain({ url: node.url, environment: 'uat', signer: null })
    await expect(reader.sign(null, bundle(1n))).rejects.toThrow('no keys')
    expect(await chain.nextNonce('deposit:7')).toBe(null)
    expect(await chain.isDone({ asset: 'BTC', address: '' }, order(1n))).toBe(false)
    await expect(chain.supply({ asset: 'BTC', address: '' })).rejects.toThrow('no supply')
  })
})

test('every funding adds up, pays its rate, and is found if one exists', () => {
  const values = fc.array(fc.bigInt(300n, 10n * million), { minLength: 1, maxLength: 12 })
  const seen = { none: 0, found: 0, dearer: 0 }
  fc.assert(
    fc.property(values, fc.bigInt(1n, 30n * million), fc.bigInt(1_000n, 200_000n), (values, amount, rate) => {
      const coins = values.map((value, vout) => ({ txid: 'aa', vout, value }))
      const payment = { amount, target: 34, own: 22, rate, replaces: null }
      const funding = fund(payment, [], coins)
      const total = values.reduce((sum, value) => sum + value, 0n)
      seen[funding === null ? 'none' : 'found'] += 1
      if (funding === null) {
        // All coins together do not cover their own fee, or a coin is worth less than its own input costs.
        const worth = values.filter((value) => value * 1_000n > 68n * rate)
        const total = worth.reduce((sum, value) => sum + value, 0n)
        expect(total < amount + ((11n + 43n + 68n * BigInt(worth.length)) * rate) / 1_000n + 1n).toBe(true)
        return
      }
      const { inputs, fee, change, vsize } = funding
      const spent = inputs.reduce((sum, { value }) => sum + value, 0n)
      expect(spent).toBe(amount + fee + change)
      expect(fee * 1_000n >= rate * vsize).toBe(true)
      expect(change === 0n || change >= 294n).toBe(true)
      expect(spent <= total).toBe(true)
      const dearer = fund({ ...payment, replaces: { fee, vsize, step: 1_000n } }, inputs, [])
      if (dearer === null) return
      seen.dearer += 1
      expect(dearer.fee * vsize > fee * dearer.vsize && dearer.fee >= fee + dearer.vsize).toBe(true)
    }),
    { numRuns: 500 },
  )
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(20)
})

describe('a payment with a fee limit', () => {
  const within = (maxFee: bigint): Bundle => ({
    orders: [order(million, { maxFee })],
    nonce: null,
    earlier: [],
  })

  test('waits while the network fee is higher', async () => {
    await funded(2n * million)
    await expect(chain.sign(null, within(100n))).rejects.toThrow(FeeTooHigh)
    const { terms } = await chain.sign(null, within(10_000n))
    expect(BigInt((terms as { fee: string }).fee)).toBeLessThanOrEqual(10_000n)
  })
})

describe('two payments of one address', () => {
  test('never spend the same coin, also where the node has not seen the first one', async () => {
    await funded(2n * million, 2n * million)
    const first = await chain.sign(null, bundle(million))
    const second = await chain.sign(null, { ...bundle(million), others: [first] })
    expect(inputsOf(second)).not.toEqual(inputsOf(first))
    // A third payment has to wait for the change.
    await expect(chain.sign(null, { ...bundle(million), others: [first, second] })).rejects.toThrow(TemporaryRefusal)
  })
})
