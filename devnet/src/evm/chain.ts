import { isHex } from 'viem/utils'
import {
  armingControls,
  forgets,
  leaveInDoubt,
  Refusal,
  wholeNumber,
  type Chain,
  type Controls,
  type LogAt,
} from '../chain.ts'
import type { EvmSpec } from '../chains.ts'
import { badParams, noSuchMethod } from '../rpc.ts'
import { faucetTransaction, faucetPaymentOf } from './faucet.ts'
import { createMiner, type Miner } from '../miner.ts'
import { accept, blocksOwed, mine, openNode, reorganise, settled, type Node } from './node.ts'
import { headOf } from './state.ts'
import { withDepths } from './tags.ts'

const deepestReorg = 256

export async function openEvm(spec: EvmSpec, log: LogAt, onFailure: (error: Error) => void): Promise<Chain> {
  const { code, chainId, blockMs, safe, finalized } = spec
  const node = await openNode(spec, log, onFailure)
  const height = () => headOf(node.state).number
  const tail = finalized + 2
  const miner = createMiner(blockMs, tail, await blocksOwed(node, tail), () => mine(node), onFailure)
  const facts = { code, family: 'evm' as const, online: true, chainId, blockMs, safe, finalized }
  return {
    code,
    handle: async (method, params) => {
      await settled(node)
      if (method === 'eth_sendRawTransaction') return send(node, miner, params)
      if (!/^(eth|net|web3)_/.test(method) || method.endsWith('subscribe')) throw noSuchMethod(method)
      const known = withDepths(params, height(), { safe, finalized })
      if (!miner.isQuiet()) return node.state.engine(method, known)
      return node.turns.run(() => node.state.engine(method, miner.isQuiet() ? upToDate(method, known) : known))
    },
    describe: () => ({ ...facts, height: height(), resting: miner.isQuiet(), stalled: miner.isStalled() }),
    controls: controlsOf(node, miner, chainId),
    stop: async () => {
      await miner.stop()
      await node.turns.run(async () => {})
      await node.log.close()
      await node.state.past.close()
    },
  }
}

async function send(node: Node, miner: Miner, [raw]: unknown[]): Promise<string> {
  if (!isHex(raw)) throw badParams('the first parameter must be the bytes of a transaction in hex')
  const hash = await accept(node, async () => raw, miner.wake)
  leaveInDoubt(node.faults)
  return hash
}

function controlsOf(node: Node, miner: Miner, chainId: number): Controls {
  const { state, faults, turns, log } = node
  return {
    ...armingControls(faults),
    stall: async () => {
      miner.stall()
      await turns.run(async () => {}) // wait for the block in progress
      return { stalled: true }
    },
    resume: async () => {
      miner.resume()
      return { stalled: false }
    },
    mine: async (body) => {
      const blocks = wholeNumber(body, 'blocks', 1, 10_000, 1)
      for (let n = 0; n < blocks; n += 1) await mine(node)
      await log.durable()
      miner.wake()
      return { height: headOf(state).number }
    },
    reorg: async (body) => {
      const depth = wholeNumber(body, 'depth', 1, Math.min(deepestReorg, headOf(state).number))
      // Released blocks cannot be undone: if too few blocks came since, some are mined now.
      while (headOf(state).number - state.base < depth) await mine(node)
      const again = 'the chain has just been condensed: try again'
      await reorganise(node, (height) => (height - state.base < depth ? refuse(again) : depth), forgets(body))
      miner.wake()
      return { height: headOf(state).number, hash: headOf(state).hash }
    },
    faucet: async (body) => {
      const gift = faucetPaymentOf(body)
      return { txid: await accept(node, () => faucetTransaction(state.engine, chainId, gift), miner.wake) }
    },
  }
}

function refuse(why: string): never {
  throw new Refusal(why)
}

/**
 * While the chain rests its latest block ages, and a call upon it would see that block's time. A limit per day would
 * never renew, and a deadline would never pass. The pending block then differs by its time only, as long as the pool is
 * empty: such a call waits for its turn, and a transaction that wakes the chain has its own.
 */
function upToDate(method: string, params: unknown[]): unknown[] {
  if (method !== 'eth_call' && method !== 'eth_estimateGas') return params
  const [call, block = 'latest', ...more] = params
  return block === 'latest' ? [call, 'pending', ...more] : params
}
