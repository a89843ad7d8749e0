import { AssertionError } from 'node:assert'
import { jsonCodec, openLog, type EventLog } from '@specie/program/event-log.ts'
import { BadSetting } from '@specie/program/settings.ts'
import type { Hex } from 'viem'
import { keccak256, toHex } from 'viem/utils'
import { usualSnapshots, type LogAt } from '../chain.ts'
import type { EvmSpec } from '../chains.ts'
import { createFaults, type Faults } from '../faults.ts'
import { seconds } from '../machine.ts'
import { createTurns, type Turns } from '../turns.ts'
import { createEngine } from './engine.ts'
import { faucetGenesis } from './faucet.ts'
import { openArchivedState } from './archived-state.ts'
import {
  apply,
  condensed,
  createState,
  headOf,
  nextToMine,
  pendingOf,
  restore,
  type Condensed,
  type ChainStep,
  type State,
} from './state.ts'

/** A running chain. Its events are written down, one after another. */
export type Node = {
  state: State
  log: EventLog<ChainStep>
  faults: Faults
  turns: Turns
  /** Resolves when no event is in progress. */
  changing: Promise<unknown>
}

/** 2025-01-01, before any block of ours. */
const genesisTime = 1_735_689_600

/** Raise it when the form of the snapshot changes. */
const stateVersion = 1

export async function openNode(
  { chainId }: EvmSpec,
  { file, snapshotEvery = usualSnapshots, keepsLog = false }: LogAt,
  onFailure: (error: Error) => void,
): Promise<Node> {
  const state = await createState(
    await createEngine(chainId, [faucetGenesis], genesisTime),
    await openArchivedState(file, chainId),
  )
  const parts = { state, faults: createFaults(), turns: createTurns(), changing: Promise.resolve() }
  let node: Node | null = null
  const log = await openLog({
    file,
    codec: jsonCodec<ChainStep>(),
    replay: (event) => replay(state, event, file),
    onFailure,
    snapshots: {
      version: stateVersion,
      every: snapshotEvery,
      keepsLog,
      take: () => condensed(state),
      restore: (kept) => restore(state, kept as Condensed),
      // The engine's own state cannot be written down. It is released first.
      whenWhole: (work) => unseen(node!, () => condense(node!).then(work)),
    },
  })
  node = { ...parts, log }
  await catchUp(state)
  state.isLive = true
  return node
}

async function condense(node: Node): Promise<void> {
  const { number, hash } = headOf(node.state)
  await happen(node, { condense: number, at: hash })
  await catchUp(node.state)
}

async function replay(state: State, event: ChainStep, file: string): Promise<void> {
  try {
    await apply(state, event)
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error
    throw new BadSetting(`${file} gives other blocks than when it was written: move it away to begin that chain anew.`)
  }
}

/** EDR continues its time from the last block. */
async function catchUp(state: State): Promise<void> {
  const behind = seconds() - headOf(state).time
  if (behind > 0) await state.engine('evm_increaseTime', [toHex(behind)])
}

/** Blocks that the last process had not mined or finalised when it ended. */
export async function blocksOwed({ state }: Node, tail: number): Promise<number> {
  if ((await pendingOf(state)).length > 0 || state.waiting.length > 0) return tail
  const last = state.blocks.findLastIndex(({ transactions }) => transactions.length > 0)
  return last < 0 ? 0 : tail - (headOf(state).number - (state.first + last))
}

async function happen({ log, state }: Node, event: ChainStep): Promise<void> {
  log.append(event)
  await apply(state, event)
}

/** A reorg in progress is never visible, nor a contract that reverts for one transaction. */
function unseen<T>(node: Node, work: () => Promise<T>): Promise<T> {
  const done = node.turns.run(work)
  node.changing = done.catch(() => {})
  return done
}

export async function settled(node: Node): Promise<void> {
  let seen: Promise<unknown> | null = null
  while (seen !== node.changing) {
    seen = node.changing
    await seen
  }
}

const timeNow = ({ state }: Node): number => Math.max(seconds(), headOf(state).time)

export function mine(node: Node): Promise<{ empty: boolean }> {
  const { state, faults } = node
  const mineOne = async () => {
    const fails = faults.armed()['revert-next'] ? await nextToMine(state) : null
    if (fails) faults.take('revert-next')
    await happen(node, { mine: timeNow(node), upon: headOf(state).hash, ...(fails ? { fails } : {}) })
    return { empty: headOf(state).transactions.length === 0 }
  }
  return faults.armed()['revert-next'] ? unseen(node, mineOne) : node.turns.run(mineOne)
}

/** Into the mempool; returns the hash once the bytes are on disk. `wake` notifies the miner before the next turn. */
export async function accept(node: Node, bytes: () => Promise<Hex>, wake: () => void): Promise<Hex> {
  const hash = await node.turns.run(async () => {
    const tx = await bytes()
    await apply(node.state, { tx })
    wake()
    node.log.append({ tx })
    if (node.faults.take('drop-next')) await happen(node, { drop: keccak256(tx) })
    return keccak256(tx)
  })
  await node.log.durable()
  return hash
}

/** `depth` gets the height of the chain when its turn comes. */
export async function reorganise(node: Node, depth: (height: number) => number, forget: boolean): Promise<void> {
  await unseen(node, () => happen(node, { reorg: depth(headOf(node.state).number), time: timeNow(node), forget }))
  await node.log.durable()
}
