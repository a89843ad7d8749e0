import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RawTx } from '@scure/btc-signer'
import { type Block, merkleRoot, mined, readBlock, writeBlock } from '@specie/devnet/bitcoin/block.ts'
import { faucetScript, faucetTransaction } from '@specie/devnet/bitcoin/faucet.ts'
import { type Engine, openEngine, template } from '@specie/devnet/bitcoin/engine.ts'
import { txOf, type Tx } from '@specie/devnet/bitcoin/transaction.ts'
import { bitcoinAddressOf } from '@specie/service/chains/adapters/bitcoin/address.ts'
import { bitcoinChain } from '@specie/service/chains/adapters/bitcoin/chain.ts'
import { createKeystore, openKeystore } from '@specie/service/keys/keystore.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Btcd, startBtcd } from './btcd.ts'
import { type DevnetProcess, startDevnet } from '../programs/devnet.ts'

// An independent full node accepts every block of our Bitcoin, and both refuse the same invalid ones.

let folder: string
let btcd: Btcd

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-btc-'))
  btcd = await startBtcd()
})
afterAll(async () => {
  await btcd.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('a chain with deposits, our own payments and reorganisations', () => {
  let devnet: DevnetProcess
  /** Blocks that btcd has, also those that have left the chain. */
  const answer = new Set<string>()

  beforeAll(async () => {
    devnet = await startDevnet({ DEVNET_CHAINS: 'BTC', DEVNET_BLOCK_MS: '60000', PATH: '' })
  })
  afterAll(() => devnet.end())

  async function ask<T>(method: string, ...params: unknown[]): Promise<T> {
    const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params })
    const response = await fetch(`${devnet.origin}/BTC`, { method: 'POST', body })
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }

  /** Sends btcd every missing block, and compares both tips. */
  async function tellAll(): Promise<number> {
    const fresh: string[] = []
    let hash = await ask<string>('getbestblockhash')
    while (!answer.has(hash)) {
      const { height, previousblockhash } = await ask<{ height: number; previousblockhash: string }>(
        'getblockheader',
        hash,
      )
      if (height === 0) break
      fresh.unshift(hash)
      hash = previousblockhash
    }
    for (const one of fresh) {
      expect(await btcd.submit(await ask<string>('getblock', one, 0))).toBe(null)
      answer.add(one)
    }
    expect(await btcd.call('getbestblockhash')).toBe(await ask('getbestblockhash'))
    return fresh.length
  }

  const mine = (blocks: number) => devnet.control('BTC', 'mine', { blocks })

  test('is accepted block by block', async () => {
    const file = join(folder, 'keys.json')
    await createKeystore(file, 'a passphrase for tests only', { N: 2 ** 4, r: 8, p: 1 })
    const signer = await openKeystore(file, 'a passphrase for tests only')
    const ours = bitcoinAddressOf(await signer.publicKey('deposit:7', 'secp256k1'), 'uat')
    const others = bitcoinAddressOf(await signer.publicKey('minter', 'secp256k1'), 'uat')
    const chain = bitcoinChain({ url: `${devnet.origin}/BTC`, environment: 'uat', signer })
    const watched = { contracts: [], addresses: new Set([ours]) }
    const order = {
      id: 'b0000000-0000-4000-8000-000000000001',
      requestId: `0x${'ab'.repeat(32)}` as const,
      kind: 'native' as const,
      asset: 'BTC' as const,
      from: 7,
      to: others,
      amount: 1_000_000n,
    }
    let blocks = await tellAll()
    await chain.window(null, watched)

    for (const amount of ['3000000', '2000000', '70000000000'])
      await devnet.control('BTC', 'faucet', { address: ours, amount })
    await mine(3)
    blocks += await tellAll()

    const first = await chain.sign(null, { orders: [order], nonce: null, earlier: [] })
    expect(await chain.broadcast(first)).toBe('accepted')
    const second = await chain.sign(null, { orders: [order], nonce: null, earlier: [first] })
    expect(await chain.broadcast(second)).toBe('accepted')
    await mine(1)
    blocks += await tellAll()

    for (const [depth, transactions] of [
      [1, 'keep'],
      [2, 'keep'],
      [4, 'forget'],
      [7, 'keep'],
    ] as const) {
      await devnet.control('BTC', 'faucet', { address: ours, amount: '1000000' })
      await mine(2)
      blocks += await tellAll()
      await devnet.control('BTC', 'reorg', { depth, transactions })
      await mine(1)
      blocks += await tellAll()
    }
    expect(blocks).toBeGreaterThan(450)
    console.log(`btcd has taken ${blocks} blocks of ours.`)
  })
})

describe('an invalid block', () => {
  let engine: Engine
  const now = () => [...engine.pool.values()].map(({ tx }) => tx)
  const next = (txs: readonly Tx[] = now()) => template(engine.state, engine.pool, faucetScript, txs)
  const hex = (block: Block) => writeBlock(block).toString('hex')

  beforeAll(async () => {
    await btcd.stop()
    btcd = await startBtcd()
    engine = await openEngine({ file: join(folder, 'bad.log') }, (error) => {
      throw error
    })
    for (let n = 0; n < 445; n += 1) {
      const block = await engine.mine(faucetScript, [])
      expect(await btcd.submit(hex(block))).toBe(null)
    }
    await engine.accept(faucetTransaction(engine, address, 5_000_000n))
    const block = await engine.mine(faucetScript)
    expect(await btcd.submit(hex(block))).toBe(null)
    await engine.accept(faucetTransaction(engine, address, 7_000_000n))
  })
  afterAll(() => engine.close())

  const address = 'bcrt1qw4shgttrdah8vetjwd5k7m3dv3jhqmm520pe5c'

  /** The same block with other transactions, with its merkle root and its work made anew. */
  const withTxs = ({ txs: _txs, nonce: _nonce, hash: _hash, ...header }: Block, txs: readonly Tx[]): Block =>
    mined({ ...header, merkleRoot: merkleRoot(txs.map(({ txid }) => txid)).root }, txs)

  type Raw = ReturnType<typeof RawTx.decode>
  const changed = (tx: Tx, change: (raw: Raw) => Raw): Tx => txOf(change(RawTx.decode(tx.raw)))

  const lessFirst = (raw: Raw, by: bigint): Raw => {
    const [first, ...rest] = raw.outputs
    return { ...raw, outputs: [{ ...first!, amount: first!.amount + by }, ...rest] }
  }

  /** Spends an immature reward with a valid signature. */
  const premature = (): Tx => {
    const young = [...engine.state.coins].filter(([, coin]) => coin.coinbase && coin.height > 400)
    const only = {
      ...engine,
      state: { ...engine.state, coins: new Map(young.map(([n, coin]) => [n, { ...coin, coinbase: false }])) },
    }
    return faucetTransaction(only, address, 1_000_000n)
  }

  const bad: [string, () => Block][] = [
    [
      'without proof of work',
      () => {
        for (let nonce = 0; ; nonce += 1) {
          const block = readBlock(writeBlock({ ...next(), nonce }))
          if (BigInt(`0x${block.hash}`) > 0x7fffffn << 232n) return block
        }
      },
    ],
    ['with a wrong merkle root', () => mined({ ...next(), merkleRoot: '11'.repeat(32) }, next().txs)],
    ['from before its time', () => mined({ ...next(), time: 1_296_688_603 }, next().txs)],
    ['from three hours ahead', () => mined({ ...next(), time: Math.floor(Date.now() / 1000) + 10_800 }, next().txs)],
    ['with another difficulty', () => mined({ ...next(), bits: 0x1f7f_ffff }, next().txs)],
    [
      'that pays its miner too much',
      () => {
        const block = next()
        return withTxs(block, [changed(block.txs[0]!, (raw) => lessFirst(raw, 1n)), ...block.txs.slice(1)])
      },
    ],
    ['without a reward', () => withTxs(next(), next().txs.slice(1))],
    ['with a transaction twice', () => next([...now(), ...now()])],
    ['that spends a spent output', () => next([engine.state.chain.at(-1)!.block.txs[1]!])],
    [
      'that spends an unknown output',
      () => next([changed(now()[0]!, (raw) => ({ ...raw, inputs: raw.inputs.map((one) => ({ ...one, index: 9 })) }))]),
    ],
    ['that spends a reward too early', () => next([premature()])],
    ['that makes money', () => next([changed(now()[0]!, (raw) => lessFirst(raw, 2_000_000_000_00000000n))])],
    ['with an amount changed after it was signed', () => next([changed(now()[0]!, (raw) => lessFirst(raw, -1n))])],
    [
      'with a signature of another key',
      () =>
        next([
          changed(now()[0]!, (raw) => ({
            ...raw,
            witnesses: raw.witnesses!.map(([signature]) => [
              signature!,
              Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
            ]),
          })),
        ]),
    ],
    [
      'without signatures',
      () => next([changed(now()[0]!, (raw) => ({ ...raw, segwitFlag: false, witnesses: undefined }))]),
    ],
    [
      'with a wrong witness commitment',
      () => {
        const block = next()
        const coinbase = changed(block.txs[0]!, (raw) => ({
          ...raw,
          outputs: raw.outputs.map((out) =>
            out.amount === 0n
              ? { ...out, script: Uint8Array.from([...out.script.slice(0, 37), out.script[37]! ^ 1]) }
              : out,
          ),
        }))
        return withTxs(block, [coinbase, ...block.txs.slice(1)])
      },
    ],
    [
      'with signatures but no commitment to them',
      () => {
        const block = next()
        const bare = changed(block.txs[0]!, (raw) => ({ ...raw, outputs: raw.outputs.slice(0, 1) }))
        return withTxs(block, [bare, ...block.txs.slice(1)])
      },
    ],
    ['upon an unknown block', () => mined({ ...next(), previous: '22'.repeat(32) }, next().txs)],
  ]

  test.each(bad)('%s is refused by both', async (_what, make) => {
    const block = make()
    const before = await btcd.call('getbestblockhash')
    await expect(engine.submit(block)).rejects.toThrow()
    // btcd keeps a block without a known parent aside, and never adds it to its chain.
    await btcd.submit(hex(block))
    expect(await btcd.call('getbestblockhash')).toBe(before)
    expect(engine.state.chain.at(-1)!.block.hash).toBe(before)
  })

  test('a good block after all of them is accepted by both', async () => {
    const block = await engine.mine(faucetScript)
    expect(block.txs).toHaveLength(2)
    expect(await btcd.submit(hex(block))).toBe(null)
    expect(await btcd.call('getbestblockhash')).toBe(block.hash)
  })
})
