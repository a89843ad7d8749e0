import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { encodeAbiParameters, getContractAddress, type Hex, keccak256, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chain } from '../chain.ts'
import { evmChains } from '../chains.ts'
import { openEvm } from './chain.ts'

// A chain restored from a snapshot and the rest of its log must equal the chain of its whole log.

const spec = { ...evmChains[0]!, blockMs: 60_000 }
const account = privateKeyToAccount(generatePrivateKey())
const fail = (error: Error) => {
  throw error
}

let root: string
let count = 0
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'specie-evm-snapshot-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const open = (folder: string, snapshotEvery = 1_000_000): Promise<Chain> =>
  openEvm(spec, { file: join(folder, 'eth.log'), snapshotEvery, keepsLog: true }, fail)

/** PUSH1 0x20 CALLDATALOAD PUSH0 CALLDATALOAD SSTORE, then LOG1 of the word with the slot as topic. */
const runtime = '6020355f35556020355f525f3560205fa100'
const length = (runtime.length / 2).toString(16).padStart(2, '0')
/** Copies the following code into place. */
const deploy: Hex = `0x60${length}600a5f3960${length}5ff3${runtime}`

let nonce = 0
type Tx = { to?: Hex; value?: bigint; data?: Hex; nonce?: number }

async function send(chain: Chain, tx: Tx): Promise<Hex> {
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: spec.chainId,
    gas: 300_000n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 10n ** 9n,
    ...tx,
    nonce: tx.nonce ?? nonce++,
  })
  return chain.handle('eth_sendRawTransaction', [raw]) as Promise<Hex>
}

const mine = (chain: Chain, blocks = 1) => chain.controls['mine']!({ blocks })
const word = (n: number): Hex => toHex(n, { size: 32 })
const store = (contract: Hex, slot: number, value: number): Tx => ({
  to: contract,
  data: encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [BigInt(slot), BigInt(value)]),
})

/** Deployments, storage, transfers, failures, reorgs and empty blocks; a transaction is always pending at the end. */
async function life(chain: Chain, rounds: number, failures = true): Promise<Hex> {
  const funded = (await chain.controls['faucet']!({ address: account.address, amount: String(10n ** 21n) })) as {
    txid: Hex
  }
  await mine(chain)
  expect(await chain.handle('eth_getTransactionReceipt', [funded.txid])).toMatchObject({ status: '0x1' })
  const contract = getContractAddress({ from: account.address, nonce: BigInt(nonce) })
  await send(chain, { data: deploy })
  await mine(chain)
  for (let n = 0; n < rounds; n += 1) {
    await send(chain, store(contract, n % 5, n))
    await send(chain, { to: toHex(0xdd00 + (n % 11), { size: 20 }), value: BigInt(n + 1) })
    if (failures && n % 7 === 3) await chain.controls['revert-next']!({})
    await mine(chain)
    if (n % 6 === 4) await send(chain, store(contract, n % 5, 0))
    if (n % 9 === 5) await chain.controls['reorg']!({ depth: 1 })
    if (n % 8 === 2) await mine(chain, 3)
    await rested(chain)
  }
  await send(chain, store(contract, 99, 99))
  await send(chain, { to: contract, value: 0n, nonce: nonce + 5 })
  return contract
}

/** Waits until a due snapshot has begun, because it runs after all earlier calls. */
const rested = (chain: Chain) => setImmediate().then(() => chain.handle('eth_chainId', []))

/** Every readable property of a chain. */
async function stateOf(chain: Chain, contract: Hex): Promise<unknown> {
  const ask = <T>(method: string, ...params: unknown[]) => chain.handle(method, params) as Promise<T>
  const height = Number(await ask<Hex>('eth_blockNumber'))
  const blocks = []
  for (let n = 0; n <= height; n += 1) {
    const block = await ask<{ hash: Hex; transactions: { hash: Hex }[] }>('eth_getBlockByNumber', toHex(n), true)
    const receipts = []
    for (const { hash } of block.transactions) {
      receipts.push(await ask('eth_getTransactionReceipt', hash))
      expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ blockHash: block.hash })
    }
    expect(await ask('eth_getBlockByHash', block.hash, true)).toEqual(block)
    blocks.push({ block, receipts, byHash: await ask('eth_getLogs', { blockHash: block.hash }) })
  }
  const people = [
    account.address,
    contract,
    toHex(0, { size: 20 }),
    ...Array.from({ length: 11 }, (_, n) => toHex(0xdd00 + n, { size: 20 })),
  ]
  const states = []
  for (const at of [...Array.from({ length: 12 }, (_, n) => toHex(height - n)), 'finalized', 'safe', 'pending'])
    for (const one of people)
      states.push([
        await ask('eth_getBalance', one, at),
        await ask('eth_getTransactionCount', one, at),
        await ask('eth_getCode', one, at),
        ...(one === contract
          ? await Promise.all([0, 1, 2, 3, 4, 99].map((n) => ask('eth_getStorageAt', one, word(n), at)))
          : []),
      ])
  return {
    blocks,
    states,
    logs: await ask('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' }),
    some: await ask('eth_getLogs', {
      fromBlock: '0x0',
      toBlock: 'latest',
      address: contract,
      topics: [[word(1), word(2)]],
    }),
    none: await ask('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', topics: [keccak256('0x01')] }),
    pending: (await ask<{ hash: Hex }[]>('eth_pendingTransactions')).map(({ hash }) => hash).toSorted(),
  }
}

const snapshotsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.snapshot'))
const numberOf = (name: string) => Number(name.split('.')[2])

function copyOf(folder: string): string {
  const copy = join(root, `copy-${(count += 1)}`)
  cpSync(folder, copy, { recursive: true })
  return copy
}

test('releasing old blocks from the engine is invisible', async () => {
  const folder = await mkdtemp(join(root, 'leaves-'))
  nonce = 0
  let chain = await open(folder)
  // The engine itself keeps the failing code of a contract that was made to fail, for that block.
  const contract = await life(chain, 20, false)
  const before = await stateOf(chain, contract)
  await chain.stop()
  // Its first snapshot is due at once, the next one after 40 more events.
  chain = await open(folder, 40)
  await expect.poll(() => snapshotsIn(folder).length).toBe(1)
  expect(await stateOf(chain, contract)).toEqual(before)
  const height = Number(await chain.handle('eth_blockNumber', []))
  // Released blocks cannot be undone: a reorg mines the blocks that it then replaces.
  await chain.controls['reorg']!({ depth: 1 })
  expect(Number(await chain.handle('eth_blockNumber', []))).toBe(height + 2)
  await mine(chain, 3)
  await chain.controls['reorg']!({ depth: 2 })
  expect(Number(await chain.handle('eth_blockNumber', []))).toBe(height + 6)
  await chain.stop()
})

test('from a snapshot, from the previous one, and from the whole log: the same chain', async () => {
  const folder = await mkdtemp(join(root, 'life-'))
  nonce = 0
  let chain = await open(folder, 20)
  const contract = await life(chain, 24)
  const before = await stateOf(chain, contract)
  // The state that a kill -9 leaves.
  const killed = copyOf(folder)
  await chain.stop()
  const snapshots = snapshotsIn(killed).toSorted((a, b) => numberOf(a) - numberOf(b))
  expect(snapshots.length).toBe(2)

  const [broken, bare] = [copyOf(killed), copyOf(killed)]
  const newest = join(broken, snapshots.at(-1)!)
  writeFileSync(newest, readFileSync(newest).subarray(0, 1_000))
  for (const name of [...snapshotsIn(bare), 'eth.log.blocks']) rmSync(join(bare, name))
  for (const each of [killed, broken, bare]) {
    chain = await open(each)
    expect(await stateOf(chain, contract)).toEqual(before)
    // It continues like the others.
    await mine(chain, 2)
    expect(await chain.handle('eth_getStorageAt', [contract, word(99), 'latest'])).toBe(word(99))
    await chain.stop()
  }
})
