import { RpcError } from '../rpc.ts'
import { type Block, genesis } from './block.ts'
import { checkBlock, checkReward, checkSpend, type Coin, Invalid, type Place } from './rules.ts'
import { isCoinbase, outpoint, type Tx } from './transaction.ts'

// The chain with the most blocks, its unspent coins, and the abandoned branches.

/** A block of the chain, and the coins that it spent: needed to undo it. */
export type Linked = { readonly block: Block; readonly height: number; readonly spent: readonly [string, Coin][] }

export type State = {
  /** Every accepted block, by hash. */
  readonly known: Map<string, { readonly block: Block; readonly height: number }>
  /** From the genesis block to the tip. */
  readonly chain: Linked[]
  readonly coins: Map<string, Coin>
  /** The height of each transaction on the chain. */
  readonly places: Map<string, number>
}

export function newState(): State {
  const first = genesis()
  const state: State = {
    known: new Map([[first.hash, { block: first, height: 0 }]]),
    chain: [{ block: first, height: 0, spent: [] }],
    coins: new Map(), // coins of the genesis block cannot be spent
    places: new Map(),
  }
  return state
}

export const tipOf = ({ chain }: State): Linked => chain.at(-1)!

export const onChain = ({ chain, known }: State, hash: string): Linked | undefined => {
  const found = known.get(hash)
  const linked = found && chain[found.height]
  return linked?.block.hash === hash ? linked : undefined
}

/** The median time of the eleven blocks up to this one, on its own branch. */
function medianTime({ known }: State, hash: string): number {
  const times: number[] = []
  for (let at = known.get(hash); at && times.length < 11; at = known.get(at.block.previous)) times.push(at.block.time)
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}

/** The position of the block after the tip. */
export function nextPlace(state: State): Place {
  const { block, height } = tipOf(state)
  return placeAfter(state, block.hash, height)
}

const placeAfter = (state: State, hash: string, height: number): Place => ({
  height: height + 1,
  medianTime: medianTime(state, hash),
  timeAt: (at) => medianTime(state, state.chain[at]!.block.hash),
})

export type Change = { readonly left: readonly Linked[]; readonly joined: readonly Linked[] }

/**
 * Accepts a block: upon the tip, or on a side branch, which becomes the chain when it is longer. Throws why it is invalid; then
 * nothing has changed. `verify` false: the signatures were checked on first receipt.
 */
export function takeBlock(state: State, block: Block, now: number, verify = true): Change {
  const { known } = state
  if (known.has(block.hash)) throw new RpcError(-27, 'duplicate')
  const parent = known.get(block.previous)
  if (parent === undefined) throw new Invalid('prev-blk-not-found')
  const height = parent.height + 1
  checkBlock(block, placeAfter(state, block.previous, parent.height), now)
  known.set(block.hash, { block, height })
  if (height <= tipOf(state).height) return { left: [], joined: [] }
  try {
    return follow(state, block, verify)
  } catch (error) {
    known.delete(block.hash)
    throw error
  }
}

/** Makes the branch that ends with `block` the chain; restores the previous one if a block of it is invalid. */
function follow(state: State, block: Block, verify: boolean): Change {
  const branch: Block[] = []
  for (let at: Block = block; !onChain(state, at.hash); at = state.known.get(at.previous)!.block) branch.unshift(at)
  const fork = state.known.get(branch[0]!.previous)!.height
  const left: Linked[] = []
  while (tipOf(state).height > fork) left.unshift(disconnect(state))
  const joined: Linked[] = []
  try {
    for (const one of branch) joined.push(connect(state, one, verify))
    return { left, joined }
  } catch (error) {
    for (const _ of joined) disconnect(state)
    for (const { block: one } of left) connect(state, one, false)
    throw error
  }
}

function connect(state: State, block: Block, verify: boolean): Linked {
  const { coins, chain, places } = state
  const place = nextPlace(state)
  const spent: [string, Coin][] = []
  const made: string[] = []
  let fees = 0n
  try {
    for (const tx of block.txs) {
      if (!isCoinbase(tx)) {
        fees += checkSpend(tx, coins, place, verify)
        for (const name of tx.vin.map(({ txid, vout }) => outpoint(txid, vout))) {
          spent.push([name, coins.get(name)!])
          coins.delete(name)
        }
      }
      made.push(...addCoins(coins, tx, place.height))
    }
    checkReward(block, place.height, fees)
  } catch (error) {
    for (const name of made) coins.delete(name)
    for (const [name, coin] of spent) if (!made.includes(name)) coins.set(name, coin)
    throw error
  }
  const linked = { block, height: place.height, spent }
  chain.push(linked)
  for (const { txid } of block.txs) places.set(txid, place.height)
  return linked
}

/** A provably unspendable output is not a coin. */
const isSpendable = (script: Uint8Array): boolean => script[0] !== 0x6a

function addCoins(coins: Map<string, Coin>, tx: Tx, height: number): string[] {
  const coinbase = isCoinbase(tx)
  const made: string[] = []
  for (const [n, { value, script }] of tx.vout.entries()) {
    if (!isSpendable(script)) continue
    coins.set(outpoint(tx.txid, n), { value, script, height, coinbase })
    made.push(outpoint(tx.txid, n))
  }
  return made
}

function disconnect(state: State): Linked {
  const { coins, chain, places } = state
  const linked = chain.pop()!
  for (const { txid, vout } of linked.block.txs.toReversed()) {
    for (const n of vout.keys()) coins.delete(outpoint(txid, n))
    places.delete(txid)
  }
  const own = new Set(linked.block.txs.map(({ txid }) => txid))
  for (const [name, coin] of linked.spent) if (!own.has(name.split(':', 1)[0]!)) coins.set(name, coin)
  return linked
}
