import { smallestUnits, wholeNumber, Refusal, type Chain, type Controls } from '../chain.ts'
import { RpcError } from '../rpc.ts'
import { findBitcoind, startBitcoind, type Bitcoind } from './bitcoind.ts'

const code = 'BTC'
const wallet = 'faucet'
const blockMs = 2_000
/** Coins of a new block can be spent after a hundred more. */
const firstBlocks = 101

/** A real node in regtest where there is one; nothing pretends to be one. */
export async function openBitcoin(path: string, folder: string, onFailure: (error: Error) => void): Promise<Chain> {
  const program = await findBitcoind(path)
  if (program === null) return offline
  const node = await startBitcoind(program, folder, onFailure)
  const account = await openWallet(node)
  const mine = (blocks: number, to = account) => node.call('generatetoaddress', [blocks, to])
  if ((await node.call<number>('getblockcount')) < firstBlocks) await mine(firstBlocks)

  let stalled = false
  const mineWhenNeeded = async () => {
    if (stalled) return
    const { size } = await node.call<{ size: number }>('getmempoolinfo')
    if (size > 0) await mine(1)
  }
  const timer = setInterval(() => void mineWhenNeeded().catch(onFailure), blockMs)

  return {
    code,
    handle: (method, params) => node.call(method, params),
    inWallet: (name) => (method, params) => node.call(method, params, name),
    describe: () => ({ code, family: 'bitcoin', online: true, network: 'regtest', blockMs }),
    controls: controlsOf(node, mine, (now) => (stalled = now)),
    stop: async () => {
      clearInterval(timer)
      await node.stop()
    },
  }
}

const offline: Chain = {
  code,
  handle: async () => {
    throw new RpcError(-32000, 'BTC is offline: no bitcoind was found on the PATH')
  },
  describe: () => ({ code, family: 'bitcoin', online: false, network: 'regtest' }),
  controls: {},
  stop: async () => {},
}

function controlsOf(
  node: Bitcoind,
  mine: (blocks: number) => Promise<unknown>,
  stall: (now: boolean) => void,
): Controls {
  return {
    stall: async () => {
      stall(true)
      return { stalled: true }
    },
    resume: async () => {
      stall(false)
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
      // Empty blocks, so that the orphans are seen to be gone before they are mined again.
      const to = await node.call<string>('getnewaddress', [], wallet)
      for (let n = 0; n <= depth; n += 1) await node.call('generateblock', [to, []])
      return { height: await node.call('getblockcount'), hash: await node.call('getbestblockhash') }
    },
    faucet: async (body) => {
      const { address } = body
      if (typeof address !== 'string') throw new Refusal('address must be an address of this chain')
      const units = smallestUnits(body).toString().padStart(9, '0')
      const amount = `${units.slice(0, -8)}.${units.slice(-8)}`
      return { txid: await node.call('sendtoaddress', [address, amount], wallet) }
    },
  }
}

async function openWallet(node: Bitcoind): Promise<string> {
  const { wallets } = await node.call<{ wallets: { name: string }[] }>('listwalletdir')
  if (!wallets.some(({ name }) => name === wallet)) await node.call('createwallet', [wallet])
  else if (!(await node.call<string[]>('listwallets')).includes(wallet)) await node.call('loadwallet', [wallet])
  return node.call<string>('getnewaddress', [], wallet)
}
