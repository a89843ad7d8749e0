import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '../chain.ts'
import { merkleRoot, mined, readBlock, writeBlock } from './block.ts'
import { type Engine, openEngine, template } from './engine.ts'
import { faucetScript, faucetTransaction } from './faucet.ts'
import { openRegtest } from './regtest.ts'

// test/src/chains/btcd.slow.test.ts shows against another node that its blocks are valid.

const somebody = 'bcrt1qw4shgttrdah8vetjwd5k7m3dv3jhqmm520pe5c'
let folder: string
const fail = (error: Error) => {
  throw error
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-btc-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the chain', () => {
  let chain: Chain
  const open = async () => (chain = await openRegtest({ file: join(folder, 'btc.log') }, 60_000, fail))
  const ask = <T>(method: string, ...params: unknown[]) => chain.handle(method, params) as Promise<T>
  const pull = (sandboxControl: string, body = {}) => chain.controls[sandboxControl]!(body)
  beforeEach(open)
  afterEach(() => chain.stop())

  /** Amounts are exact digits, read as a client reads them. */
  async function confirmed(txid: string): Promise<number> {
    const answer = JSON.stringify(await ask('getrawtransaction', txid, 2))
    return (JSON.parse(answer) as { confirmations: number }).confirmations
  }

  test('survives a restart, with its mempool and wallets', async () => {
    await ask('createwallet', 'specie')
    const { descriptor } = await ask<{ descriptor: string }>('getdescriptorinfo', `addr(${somebody})`)
    await chain.inWallet!('specie')('importdescriptors', [[{ desc: descriptor, timestamp: 'now' }]])
    const first = (await pull('faucet', { address: somebody, amount: '150000000' })) as { txid: string }
    await pull('mine', { blocks: 2 })
    await pull('faucet', { address: somebody, amount: '7000' })
    const before = [await ask('getbestblockhash'), await ask('getrawmempool')]
    const listed = JSON.stringify(await chain.inWallet!('specie')('listsinceblock', ['', 3]))
    await chain.stop()
    await open()
    expect([await ask('getbestblockhash'), await ask('getrawmempool')]).toEqual(before)
    expect(JSON.stringify(await chain.inWallet!('specie')('listsinceblock', ['', 3]))).toBe(listed)
    expect(await confirmed(first.txid)).toBe(2)
    expect(listed).toContain('"amount":1.50000000')
  })

  test('a reorganisation removes a payment; it waits to be mined again, or is forgotten', async () => {
    const kept = (await pull('faucet', { address: somebody, amount: '1000000' })) as { txid: string }
    await pull('mine', { blocks: 1 })
    await pull('reorg', { depth: 1 })
    expect(await ask('getrawmempool')).toEqual([kept.txid])
    await pull('mine', { blocks: 1 })
    expect(await confirmed(kept.txid)).toBe(1)
    await pull('reorg', { depth: 1, transactions: 'forget' })
    expect(await ask('getrawmempool')).toEqual([])
    await expect(ask('getrawtransaction', kept.txid)).rejects.toThrow('No such mempool or blockchain transaction')
  })

  test('an armed fault drops a payment, or answers its sender with an error', async () => {
    const paid = (await pull('faucet', { address: somebody, amount: '1000000' })) as { txid: string }
    const raw = await ask<string>('getrawtransaction', paid.txid)
    await pull('drop-next')
    expect(await ask('sendrawtransaction', raw)).toBe(paid.txid)
    expect(await ask('getrawmempool')).toEqual([])
    // The fault was set for one transaction only, so the same bytes are mined when they are sent again.
    expect(await ask('sendrawtransaction', raw)).toBe(paid.txid)
    expect(await ask('getrawmempool')).toEqual([paid.txid])
    await pull('mine', { blocks: 1 })
    expect(await confirmed(paid.txid)).toBe(1)
    await pull('accept-then-error')
    const other = (await pull('faucet', { address: somebody, amount: '2000000' })) as { txid: string }
    const again = await ask<string>('getrawtransaction', other.txid)
    await expect(ask('sendrawtransaction', again)).rejects.toThrow('internal error')
    expect(await ask('getrawmempool')).toContain(other.txid)
  })

  test.each([
    ['getblockhash', [9_999], -8],
    ['getblock', ['11'.repeat(32)], -5],
    ['sendrawtransaction', ['zz'], -32602],
    ['sendrawtransaction', ['00'], -22],
    ['nonsense', [], -32601],
  ])('%s %j is refused with %s', async (method, params, code) => {
    await expect(chain.handle(method, params)).rejects.toMatchObject({ code })
  })
})

describe('blocks', () => {
  let engine: Engine
  beforeEach(async () => {
    engine = await openEngine({ file: join(folder, 'engine.log') }, fail)
    const first: Promise<unknown>[] = []
    for (let n = 0; n < 110; n += 1) first.push(engine.mine(faucetScript, []))
    await Promise.all(first)
  })
  afterEach(() => engine.close())

  test('decode to their source', async () => {
    await engine.accept(faucetTransaction(engine, somebody, 1_000_000n))
    const block = await engine.mine(faucetScript)
    const read = readBlock(writeBlock(block))
    expect([read.hash, read.txs.map(({ wtxid }) => wtxid)]).toEqual([block.hash, block.txs.map(({ wtxid }) => wtxid)])
    expect(writeBlock(read)).toEqual(writeBlock(block))
    expect(block.txs).toHaveLength(2)
  })

  test('of a longer branch win, and a branch with a bad block changes nothing', async () => {
    await engine.accept(faucetTransaction(engine, somebody, 1_000_000n))
    const before = engine.state.chain.at(-1)!
    const ours = await engine.mine(faucetScript)
    const rival = template(engine.state, engine.pool, faucetScript, [], before)
    await engine.submit(rival)
    expect(engine.state.chain.at(-1)!.block.hash).toBe(ours.hash)
    const upon = { block: rival, height: before.height + 1, spent: [] }
    const { txs, nonce: _nonce, hash: _hash, ...header } = template(engine.state, engine.pool, faucetScript, [], upon)
    const coins = engine.state.coins.size
    await expect(
      engine.submit(
        mined({ ...header, merkleRoot: merkleRoot([txs[0]!.txid, ours.txs[1]!.txid, ours.txs[1]!.txid]).root }, [
          txs[0]!,
          ours.txs[1]!,
          ours.txs[1]!,
        ]),
      ),
    ).rejects.toThrow()
    expect([engine.state.chain.at(-1)!.block.hash, engine.state.coins.size]).toEqual([ours.hash, coins])
    const winner = template(engine.state, engine.pool, faucetScript, [], upon)
    await engine.submit(winner)
    expect(engine.state.chain.at(-1)!.block.hash).toBe(winner.hash)
    expect([...engine.pool.keys()]).toEqual([ours.txs[1]!.txid])
  })

  test('leave exactly the unspent coins, after any sequence of spends and reorganisations', async () => {
    const total = () => [...engine.state.coins.values()].reduce((sum, { value }) => sum + value, 0n)
    for (let n = 0; n < 5; n += 1) {
      await engine.accept(faucetTransaction(engine, somebody, BigInt(1_000_000 + n)))
      await engine.mine(faucetScript)
    }
    expect(total()).toBe(115n * 50_00000000n)
    let upon = engine.state.chain[engine.state.chain.length - 4]!
    for (let n = 0; n < 4; n += 1) {
      const block = template(engine.state, engine.pool, faucetScript, [], upon)
      await engine.submit(block)
      upon = { block, height: upon.height + 1, spent: [] }
    }
    expect(total()).toBe(116n * 50_00000000n)
    expect(engine.pool.size).toBe(3)
  })
})
