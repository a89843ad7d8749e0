import assert from 'node:assert/strict'
import type { Address, Hex } from 'viem'
import { getContractAddress, keccak256, toHex } from 'viem/utils'
import { RpcError } from '../rpc.ts'
import type { Engine } from './engine.ts'
import type { ArchivedSnapshot, ArchivedState } from './archived-state.ts'
import { recordOf, type Recorded } from './record.ts'

/** The events of a chain. Applied in the same order to the same genesis, they give the same block hashes. */
export type ChainStep =
  | Step
  | { reorg: number; time: number; forget: boolean }
  /** Releases all up to the block of this number and hash from the engine. See archived-state.ts. */
  | { condense: number; at: Hex }

type Step =
  | { tx: Hex }
  | { drop: Hex }
  /**
   * A block with this time, on top of the block with that hash. With `fails`, a block of that one transaction, which
   * fails.
   */
  | { mine: number; upon: Hex; fails?: Hex }
  /** The transactions that a reorg returns to the mempool. */
  | { orphans: Hex[] }

type Block = { hash: Hex; transactions: Hex[]; time: number }

/** The snapshot of a block, and the steps since. */
type Checkpoint = { height: number; snapshot: string; waiting: Hex[]; steps: Step[] }

export type State = {
  engine: Engine
  /** The released part of the chain. */
  past: ArchivedState
  /** The block that the engine continues from. No reorg goes below it. */
  base: number
  /** The newest blocks, and the number of the first of them. */
  first: number
  blocks: Block[]
  /** Records of blocks after the base, collected as they come, so that their release is quick. */
  records: Map<Hex, Promise<Recorded | null>>
  /** Nothing is collected while a log is replayed, because most of its blocks are never read. */
  isLive: boolean
  checkpoints: Checkpoint[]
  /** Bytes of every accepted transaction, in order of arrival. */
  raw: Map<Hex, Hex>
  /** Orphans that the mempool does not accept yet, such as the spender of another orphan. */
  waiting: Hex[]
  forks: number
}

/**
 * EDR never releases a snapshot, and each holds a copy of the mempool at its maximum size: one per block took 1.1 GB for 2,000
 * empty blocks after 2,000 transactions. So the steps since the last snapshot are replayed one by one.
 */
const blocksPerCheckpoint = 16

export async function createState(engine: Engine, past: ArchivedState): Promise<State> {
  const state: State = {
    engine,
    past,
    base: 0,
    first: 0,
    blocks: [],
    records: new Map(),
    isLive: false,
    checkpoints: [],
    raw: new Map(),
    waiting: [],
    forks: 0,
  }
  await noteHead(state)
  await checkpoint(state)
  return state
}

export function headOf({ blocks, first }: State): Block & { number: number } {
  const head = blocks.at(-1)
  assert(head, 'a chain has its genesis block')
  return { ...head, number: first + blocks.length - 1 }
}

/** Throws without an effect if the mempool refuses a transaction. */
export async function apply(state: State, event: ChainStep): Promise<void> {
  if ('reorg' in event) await reorganise(state, event.reorg, event.time, event.forget)
  else if ('condense' in event) await condense(state, event.at)
  else await take(state, event)
}

async function take(state: State, step: Step): Promise<void> {
  if ('tx' in step) await admit(state, step.tx)
  else if ('drop' in step) await state.engine('hardhat_dropTransaction', [step.drop])
  else if ('orphans' in step) {
    state.waiting.unshift(...step.orphans)
    await readmit(state)
  } else {
    assert.equal(step.upon, headOf(state).hash, 'the log belongs to other blocks')
    if (step.fails) await mineFailing(state, step.mine, step.fails)
    else await mineBlock(state, step.mine)
    await readmit(state)
    await noteHead(state)
  }
  const last = state.checkpoints.at(-1)!
  last.steps.push(step)
  if (headOf(state).number - last.height >= blocksPerCheckpoint) await checkpoint(state)
}

async function admit({ engine, raw }: State, bytes: Hex): Promise<void> {
  const hash = await engine<Hex>('eth_sendRawTransaction', [bytes])
  // A returning transaction becomes the last one.
  raw.delete(hash)
  raw.set(hash, bytes)
}

/** In order of arrival. */
export async function pendingOf({ engine, raw }: State): Promise<Hex[]> {
  const pending = new Set((await engine<{ hash: Hex }[]>('eth_pendingTransactions')).map(({ hash }) => hash))
  if (pending.size === 0) return []
  return [...raw.keys()].filter((hash) => pending.has(hash))
}

/** The transaction that the next block could take. */
export async function nextToMine(state: State): Promise<Hex | null> {
  for (const hash of await pendingOf(state)) {
    const { from, nonce } = await state.engine<{ from: Address; nonce: Hex }>('eth_getTransactionByHash', [hash])
    if (nonce === (await state.engine<Hex>('eth_getTransactionCount', [from, 'latest']))) return hash
  }
  return null
}

async function mineBlock({ engine }: State, time: number): Promise<void> {
  await engine('evm_setNextBlockTimestamp', [toHex(time)])
  await engine('evm_mine')
}

async function noteHead({ engine, blocks, records, isLive }: State): Promise<void> {
  type Latest = { hash: Hex; transactions: Hex[]; timestamp: Hex }
  const { hash, transactions, timestamp } = await engine<Latest>('eth_getBlockByNumber', ['latest', false])
  blocks.push({ hash, transactions, time: Number(timestamp) })
  if (!isLive) return
  const record = recordOf(engine, hash)
  record.catch(() => {}) // read again on demand
  records.set(hash, record)
}

async function checkpoint(state: State): Promise<void> {
  const snapshot = await state.engine<string>('evm_snapshot')
  state.checkpoints.push({ height: headOf(state).number, snapshot, waiting: [...state.waiting], steps: [] })
}

/** PUSH0 PUSH0 REVERT */
const reverts = '0x5f5ffd'

/** Every contract that it calls reverts during this block; the address of a contract that it would create is taken. */
async function mineFailing(state: State, time: number, hash: Hex): Promise<void> {
  const { engine, raw } = state
  const others = (await pendingOf(state)).filter((other) => other !== hash)
  for (const other of others) await engine('hardhat_dropTransaction', [other])
  const found = await engine<{ from: Address; to: Address | null; nonce: Hex }>('eth_getTransactionByHash', [hash])
  const target = found.to ?? getContractAddress({ from: found.from, nonce: BigInt(found.nonce) })
  const code = await engine<Hex>('eth_getCode', [target, 'latest'])
  await engine('hardhat_setCode', [target, reverts])
  await mineBlock(state, time)
  await engine('hardhat_setCode', [target, code])
  state.waiting.push(...others.map((other) => raw.get(other)!))
}

/** Replaces the last `depth` blocks by a longer, empty branch, as a fork that won. */
async function reorganise(state: State, depth: number, time: number, forget: boolean): Promise<void> {
  const { engine, blocks, raw } = state
  const gone = blocks.slice(-depth).flatMap(({ transactions }) => transactions)
  const back = [...(forget ? [] : gone), ...(await pendingOf(state))].map((hash) => raw.get(hash)!)
  const waiting = state.waiting
  await returnTo(state, headOf(state).number - depth)
  for (const hash of await pendingOf(state)) await engine('hardhat_dropTransaction', [hash])
  state.waiting = []
  // Otherwise a block of the same second would have the hash of the replaced one.
  state.forks += 1
  await engine('hardhat_setPrevRandao', [keccak256(toHex(`fork ${state.forks}`))])
  await checkpoint(state)
  for (let n = 0; n <= depth; n += 1) await take(state, { mine: time, upon: headOf(state).hash })
  await take(state, { orphans: [...back, ...waiting] })
}

async function returnTo(state: State, height: number): Promise<void> {
  const { engine, blocks, first, checkpoints } = state
  const wanted = blocks[height - first]
  assert(wanted && height >= state.base, 'the base stays')
  while (checkpoints.at(-1)!.height > height) checkpoints.pop()
  const from = checkpoints.at(-1)!
  assert(await engine('evm_revert', [from.snapshot]))
  // Reverting uses up a snapshot.
  from.snapshot = await engine<string>('evm_snapshot')
  blocks.length = from.height + 1 - first
  state.waiting = [...from.waiting]
  for (const step of from.steps.splice(0)) {
    if (headOf(state).number === height) break
    await take(state, step)
  }
  assert.equal(headOf(state).hash, wanted.hash, 'the way back leads to the same block')
}

/** The number of released blocks that stay known by their hash. */
const blocksKept = 64

/** Replaces the engine by one that continues from the last block. Only its memory use changes. */
async function condense(state: State, at: Hex): Promise<void> {
  const { past, first, blocks, raw } = state
  const head = headOf(state)
  assert.equal(at, head.hash, 'the log belongs to other blocks')
  const pending = (await pendingOf(state)).map((hash) => raw.get(hash)!)
  const fresh = blocks.slice(state.base === 0 ? 0 : state.base + 1 - first)
  const records: Recorded[] = []
  for (const { hash } of fresh) records.push(await recorded(state, hash))
  await past.take(state.engine, records)
  await continueFrom(state, { number: head.number, blocks: blocks.slice(-blocksKept) })
  state.waiting = [...pending, ...state.waiting]
  await readmit(state)
  await checkpoint(state)
}

async function recorded({ engine, records }: State, hash: Hex): Promise<Recorded> {
  // A record that was read during a reorg may have failed.
  const early = await records.get(hash)?.catch(() => null)
  const record = early ?? (await recordOf(engine, hash))
  assert(record, 'a block of the chain is in its engine')
  return record
}

/** A new engine upon the released state, with an empty mempool. */
async function continueFrom(state: State, { number, blocks }: { number: number; blocks: Block[] }): Promise<void> {
  state.engine = await state.past.continued()
  state.base = number
  state.first = number + 1 - blocks.length
  state.blocks = blocks
  state.records = new Map()
  state.checkpoints = []
  state.raw = new Map()
}

/** The content of a snapshot: the state right after a `condense`. */
export type Condensed = {
  past: ArchivedSnapshot
  number: number
  blocks: Block[]
  pending: Hex[]
  waiting: Hex[]
  forks: number
}

export async function condensed(state: State): Promise<Condensed> {
  const { past, blocks, raw, waiting, forks } = state
  const pending = (await pendingOf(state)).map((hash) => raw.get(hash)!)
  return { past: past.kept(), number: headOf(state).number, blocks, pending, waiting, forks }
}

export async function restore(state: State, { past, number, blocks, pending, waiting, forks }: Condensed) {
  await state.past.restore(past)
  await continueFrom(state, { number, blocks })
  state.forks = forks
  state.waiting = [...pending, ...waiting]
  await readmit(state)
  await checkpoint(state)
}

const settled = /nonce too low|already known|underpriced/

async function readmit(state: State): Promise<void> {
  const { waiting } = state
  state.waiting = []
  for (const bytes of waiting) {
    try {
      await admit(state, bytes)
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      if (!settled.test(error.message)) state.waiting.push(bytes)
    }
  }
}
