import assert from 'node:assert/strict'
import type { Address, Hex } from 'viem'
import { getContractAddress, keccak256, toHex } from 'viem/utils'
import { RpcError } from '../rpc.ts'
import type { Engine } from './engine.ts'

/** What can happen to a chain. Applied in the same order to the same genesis, it gives the same block hashes. */
export type Happening = Step | { reorg: number; time: number; forget: boolean }

type Step =
  | { tx: Hex }
  | { drop: Hex }
  /** A block at this time upon the block of that hash. With `fails`, one with that transaction alone, which fails. */
  | { mine: number; upon: Hex; fails?: Hex }
  /** Part of a reorg: these are to return to the mempool. */
  | { orphans: Hex[] }

type Block = { hash: Hex; transactions: Hex[]; time: number }

/** The way back to a block, and what happened since. */
type Checkpoint = { height: number; snapshot: string; waiting: Hex[]; steps: Step[] }

export type State = {
  engine: Engine
  blocks: Block[]
  checkpoints: Checkpoint[]
  /** Bytes of every transaction that was ever accepted, in order of arrival. */
  raw: Map<Hex, Hex>
  /** Orphans that the mempool does not take yet, such as one that spends what another one brings. */
  waiting: Hex[]
  forks: number
}

/**
 * EDR never lets go of a snapshot, and each holds a copy of the mempool at the size that it once had: one per block
 * took 1.1 GB for 2,000 empty blocks after 2,000 transactions. From the last one the way is gone again, step by step.
 */
const blocksPerCheckpoint = 16

export async function createState(engine: Engine): Promise<State> {
  const state: State = { engine, blocks: [], checkpoints: [], raw: new Map(), waiting: [], forks: 0 }
  await noteHead(state)
  await checkpoint(state)
  return state
}

export function headOf({ blocks }: State): Block & { number: number } {
  const head = blocks.at(-1)
  assert(head, 'a chain has its genesis block')
  return { ...head, number: blocks.length - 1 }
}

/** Throws, and nothing has happened, if the mempool refuses a transaction. */
export async function apply(state: State, event: Happening): Promise<void> {
  if ('reorg' in event) await reorganise(state, event.reorg, event.time, event.forget)
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
  // One that comes back comes last.
  raw.delete(hash)
  raw.set(hash, bytes)
}

/** In order of arrival. */
export async function pendingOf({ engine, raw }: State): Promise<Hex[]> {
  const pending = new Set((await engine<{ hash: Hex }[]>('eth_pendingTransactions')).map(({ hash }) => hash))
  if (pending.size === 0) return []
  return [...raw.keys()].filter((hash) => pending.has(hash))
}

/** The one that a block could take now. */
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

async function noteHead({ engine, blocks }: State): Promise<void> {
  type Latest = { hash: Hex; transactions: Hex[]; timestamp: Hex }
  const { hash, transactions, timestamp } = await engine<Latest>('eth_getBlockByNumber', ['latest', false])
  blocks.push({ hash, transactions, time: Number(timestamp) })
}

async function checkpoint(state: State): Promise<void> {
  const snapshot = await state.engine<string>('evm_snapshot')
  state.checkpoints.push({ height: headOf(state).number, snapshot, waiting: [...state.waiting], steps: [] })
}

/** PUSH0 PUSH0 REVERT */
const reverts = '0x5f5ffd'

/** Whatever it calls reverts during this block; a contract that it would create finds its address taken. */
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

/** The last `depth` blocks give way to a longer branch without transactions, as an empty fork that won. */
async function reorganise(state: State, depth: number, time: number, forget: boolean): Promise<void> {
  const { engine, blocks, raw } = state
  const gone = blocks.slice(-depth).flatMap(({ transactions }) => transactions)
  const back = [...(forget ? [] : gone), ...(await pendingOf(state))].map((hash) => raw.get(hash)!)
  const waiting = state.waiting
  await returnTo(state, headOf(state).number - depth)
  for (const hash of await pendingOf(state)) await engine('hardhat_dropTransaction', [hash])
  state.waiting = []
  // Or a block of the same second would have the hash of the one that it replaces.
  state.forks += 1
  await engine('hardhat_setPrevRandao', [keccak256(toHex(`fork ${state.forks}`))])
  await checkpoint(state)
  for (let n = 0; n <= depth; n += 1) await take(state, { mine: time, upon: headOf(state).hash })
  await take(state, { orphans: [...back, ...waiting] })
}

async function returnTo(state: State, height: number): Promise<void> {
  const { engine, blocks, checkpoints } = state
  const wanted = blocks[height]
  assert(wanted, 'genesis stays')
  while (checkpoints.at(-1)!.height > height) checkpoints.pop()
  const from = checkpoints.at(-1)!
  assert(await engine('evm_revert', [from.snapshot]))
  // Reverting spends a snapshot.
  from.snapshot = await engine<string>('evm_snapshot')
  blocks.length = from.height + 1
  state.waiting = [...from.waiting]
  for (const step of from.steps.splice(0)) {
    if (headOf(state).number === height) break
    await take(state, step)
  }
  assert.equal(headOf(state).hash, wanted.hash, 'the way back leads to the same block')
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
