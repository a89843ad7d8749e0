import {
  armingControls,
  type Chain,
  type Controls,
  forgets,
  leaveInDoubt,
  type LogAt,
  smallestUnits,
  wholeNumber,
} from '../chain.ts'
import { createFaults, type Faults } from '../faults.ts'
import { createMiner, type Miner } from '../miner.ts'
import type { Handle } from '../rpc.ts'
import { type Engine, openEngine, template } from './engine.ts'
import { faucetScript, faucetTransaction } from './faucet.ts'
import { nodeHandle, walletHandle } from './methods.ts'
import { tipOf } from './state.ts'
import { type Tx } from './transaction.ts'

// Bitcoin's regtest by an engine of our own, for machines without bitcoind on the PATH. Its blocks are real. Another full node
// accepts them and refuses the same ones (test/src/chains/btcd.slow.test.ts).

const code = 'BTC'
/** From this height on regtest's soft forks are active on every node, and the first rewards can be spent. */
const firstBlocks = 440
/** After this many blocks a block is final. */
const tail = 6
const deepestReorg = 100

export async function openRegtest(log: LogAt, blockMs: number, onFailure: (error: Error) => void): Promise<Chain> {
  const engine = await openEngine(log, onFailure)
  const first: Promise<unknown>[] = []
  while (tipOf(engine.state).height < firstBlocks) first.push(engine.mine(faucetScript, []))
  await Promise.all(first)
  const faults = createFaults()
  const mineOne = async () => {
    const { txs } = await engine.mine(faucetScript)
    return { empty: txs.length === 1 }
  }
  const miner = createMiner(blockMs, tail, engine.pool.size > 0 ? tail : 0, mineOne, onFailure)
  miner.wake()
  const node = nodeHandle(engine)
  return {
    code,
    handle: sending(engine, faults, miner, node),
    inWallet: (name) => async (method, params) => walletHandle(engine, name)(method, params),
    describe: () => ({
      code,
      family: 'bitcoin',
      online: true,
      network: 'regtest',
      engine: 'specie',
      blockMs,
      resting: miner.isQuiet(),
      stalled: miner.isStalled(),
    }),
    controls: { ...armingControls(faults), ...controlsOf(engine, miner, mineOne) },
    stop: async () => {
      await miner.stop()
      await engine.close()
    },
  }
}

/** A sent transaction wakes the miner, and may meet an armed fault. */
const sending =
  (engine: Engine, faults: Faults, miner: Miner, node: Handle): Handle =>
  async (method, params) => {
    const answer = await node(method, params)
    if (method === 'submitblock') miner.wake()
    if (method !== 'sendrawtransaction') return answer
    if (faults.take('drop-next')) await engine.drop([String(answer)])
    else miner.wake()
    leaveInDoubt(faults)
    return answer
  }

function controlsOf(engine: Engine, miner: Miner, mineOne: () => Promise<unknown>): Controls {
  const { state } = engine
  const head = () => ({ height: tipOf(state).height, hash: tipOf(state).block.hash })
  return {
    stall: async () => {
      miner.stall()
      return { stalled: true }
    },
    resume: async () => {
      miner.resume()
      return { stalled: false }
    },
    mine: async (body) => {
      for (let n = wholeNumber(body, 'blocks', 1, 10_000, 1); n > 0; n -= 1) await mineOne()
      return head()
    },
    reorg: async (body) => {
      const depth = wholeNumber(body, 'depth', 1, Math.min(deepestReorg, tipOf(state).height))
      await reorganise(engine, depth, forgets(body))
      miner.wake()
      return head()
    },
    faucet: async (body) => {
      const tx: Tx = faucetTransaction(engine, body['address'], smallestUnits(body))
      await engine.accept(tx)
      miner.wake()
      return { txid: tx.txid }
    },
  }
}

/** A longer branch of empty blocks, so that the orphans are visibly gone before they are mined again. */
async function reorganise({ state, pool, submit, drop }: Engine, depth: number, forget: boolean): Promise<void> {
  const gone = state.chain.slice(-depth).flatMap(({ block }) => block.txs.slice(1).map(({ txid }) => txid))
  let upon = state.chain[state.chain.length - 1 - depth]!
  for (let n = 0; n <= depth; n += 1) {
    const block = template(state, pool, faucetScript, [], upon)
    await submit(block)
    upon = { block, height: upon.height + 1, spent: [] }
  }
  if (forget && gone.length > 0) await drop(gone)
}
