import { Refusal, type Chain, type Controls, type LogAt, smallestUnits, wholeNumber } from '../chain.ts'
import { createMiner, type Miner } from '../miner.ts'
import { findBitcoind, startBitcoind, type Bitcoind } from './bitcoind.ts'
import { openRegtest } from './regtest.ts'

const code = 'BTC'
const wallet = 'faucet'
/** Coins of a new block can be spent after a hundred more. */
const firstBlocks = 101
/** After this many blocks a block is final. */
const tail = 6

export type BitcoinSpec = {
  /** The PATH for bitcoind. */
  path: string
  /** The data folder of bitcoind, or of the engine that replaces it. */
  folder: string
  log: LogAt
  blockMs: number
}

/** Bitcoin Core if installed, otherwise an engine of our own. Regtest in both cases. */
export async function openBitcoin(spec: BitcoinSpec, onFailure: (error: Error) => void): Promise<Chain> {
  const { path, folder, log, blockMs } = spec
  const program = await findBitcoind(path)
  if (program === null) return openRegtest(log, blockMs, onFailure)
  const node = await startBitcoind(program, folder, onFailure)
  const account = await openWallet(node)
  const mine = (blocks: number, to = account) => node.call('generatetoaddress', [blocks, to])
  if ((await node.call<number>('getblockcount')) < firstBlocks) await mine(firstBlocks)
  const mineOne = async () => {
    const { size } = await node.call<{ size: number }>('getmempoolinfo')
    await mine(1)
    return { empty: size === 0 }
  }
  const miner = createMiner(blockMs, tail, tail, mineOne, onFailure)
  return {
    code,
    handle: async (method, params) => {
      const answer = await node.call(method, params)
      if (method === 'sendrawtransaction') miner.wake()
      return answer
    },
    inWallet: (name) => (method, params) => node.call(method, params, name),
    describe: () => ({
      code,
      family: 'bitcoin',
      online: true,
      network: 'regtest',
      engine: 'bitcoind',
      blockMs,
      resting: miner.isQuiet(),
      stalled: miner.isStalled(),
    }),
    controls: controlsOf(node, mine, miner),
    stop: async () => {
      await miner.stop()
      await node.stop()
    },
  }
}

function controlsOf(node: Bitcoind, mine: (blocks: number) => Promise<unknown>, miner: Miner): Controls {
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
      await mine(wholeNumber(body, 'blocks', 1, 10_000, 1))
      return { height: await node.call('getblockcount') }
    },
    reorg: async (body) => {
      const height = await node.call<number>('getblockcount')
      const depth = wholeNumber(body, 'depth', 1, Math.min(100, height - 1))
      await node.call('invalidateblock', [await node.call<string>('getblockhash', [height - depth + 1])])
      // Empty blocks, so that the orphans are visibly gone before they are mined again.
      const to = await node.call<string>('getnewaddress', [], wallet)
      for (let n = 0; n <= depth; n += 1) await node.call('generateblock', [to, []])
      miner.wake()
      return { height: await node.call('getblockcount'), hash: await node.call('getbestblockhash') }
    },
    faucet: async (body) => {
      const { address } = body
      if (typeof address !== 'string') throw new Refusal('address must be an address of this chain')
      const units = smallestUnits(body).toString().padStart(9, '0')
      const amount = `${units.slice(0, -8)}.${units.slice(-8)}`
      const txid = await node.call('sendtoaddress', [address, amount], wallet)
      miner.wake()
      return { txid }
    },
  }
}

async function openWallet(node: Bitcoind): Promise<string> {
  const { wallets } = await node.call<{ wallets: { name: string }[] }>('listwalletdir')
  if (!wallets.some(({ name }) => name === wallet)) await node.call('createwallet', [wallet])
  else if (!(await node.call<string[]>('listwallets')).includes(wallet)) await node.call('loadwallet', [wallet])
  return node.call<string>('getnewaddress', [], wallet)
}
