import assert from 'node:assert/strict'
import { chains } from '@specie/protocol/chains.ts'
import { z } from 'zod'
import type { Attempt, Broadcast, Bundle, Chain, Outcome, RawSigner } from '../../../base/ports/chain.ts'
import { systemClock } from '../../../base/clock.ts'
import type { Config } from '../../../base/config.ts'
import { wrongNetwork } from '../network.ts'
import { type BitcoinNode, bitcoinNode, NodeRefusal, NodeSilence } from './node.ts'
import { spend, termsOf } from './spend.ts'
import { type Coin, type Wallet, watchWallet } from './wallet.ts'
import { readWindow } from './window.ts'

export type BitcoinOptions = {
  /** One node: its wallet is our source for our coins. The URL contains user and password. */
  readonly url: string
  readonly environment: Config['environment']
  /** Null in a process that only reads. */
  readonly signer: RawSigner | null
}

const depth = chains.BTC.confirmations
const checkValidMs = 60_000
/** Our wallet on the node, which may have others. */
const walletName = 'specie'

export function bitcoinChain({ url, environment, signer }: BitcoinOptions): Chain {
  const node = bitcoinNode(url, walletName)
  const wallet = watchWallet(node, walletName, environment, depth)
  const reader = { node, wallet, depth, origins: new Map() }
  let checkedAt = -Infinity
  /** Checks the network before each signature, because a URL may later serve another one. */
  async function assertNetwork(): Promise<void> {
    if (systemClock.elapsed() - checkedAt < checkValidMs) return
    const wrong = wrongNetwork('BTC', environment, await node.call(z.string(), 'getblockhash', 0))
    if (wrong !== null) throw new Error(`the node of RPC_BTC ${wrong}`)
    checkedAt = systemClock.elapsed()
  }
  return {
    code: 'BTC',
    family: 'bitcoin',
    bundleSize: 1,
    heads: async () => {
      const latest = await node.call(z.int(), 'getblockcount')
      return { latest: BigInt(latest), final: BigInt(finalAt(latest)) }
    },
    window: (cursor, watched) => readWindow(reader, cursor, watched),
    cursorAt: async (height) => ({
      block: await node.call(z.string(), 'getblockhash', Number(height)),
      height: Number(height),
    }),
    supply: async () => {
      throw new Error('none of our coins is on Bitcoin, so it has no supply there')
    },
    balance: (contract, address) => {
      assert(contract === null, 'Bitcoin has no contracts')
      return finalBalance(node, wallet, address)
    },
    nextNonce: async () => null,
    isDone: async () => false,
    sign: async (_contract, bundle) => {
      assert(signer, 'this process has no keys for BTC; it reads only')
      await assertNetwork()
      return spend({ node, wallet, signer, environment, depth }, bundle)
    },
    broadcast: (attempt) => broadcast(node, attempt),
    outcome: (hash) => outcomeOf(wallet, hash),
    isOver: (bundle) => isOver(node, wallet, bundle),
  }
}

/** A block counts as its own first confirmation. */
const finalAt = (latest: number): number => Math.max(0, latest - depth + 1)

/** Final unspent outputs, plus outputs whose spending is not final yet. */
async function finalBalance(node: BitcoinNode, wallet: Wallet, address: string): Promise<bigint> {
  const latest = await node.call(z.int(), 'getblockcount')
  const { transactions } = await wallet.since(await node.call(z.string(), 'getblockhash', finalAt(latest)))
  const undone = transactions.filter(({ category, confirmations: n }) => category === 'send' && n >= 0 && n < depth)
  let sum = (await wallet.coins(address, depth)).reduce((sum, { value }) => sum + value, 0n)
  for (const txid of new Set(undone.map(({ txid }) => txid))) {
    for (const { txid: source, vout } of (await wallet.transaction(txid))!.decoded.vin) {
      const origin = source === undefined ? null : await wallet.transaction(source)
      const output = origin?.decoded.vout.find(({ n }) => n === vout)
      if (origin && origin.confirmations >= depth && output?.scriptPubKey.address === address) sum += output.value
    }
  }
  return sum
}

async function outcomeOf(wallet: Wallet, hash: string): Promise<Outcome | null> {
  const found = await wallet.transaction(hash)
  if (found === null || found.confirmations < 1) return null
  return {
    height: BigInt(found.blockheight!),
    block: found.blockhash!,
    ok: true, // a failed transaction is never in a block
    final: found.confirmations >= depth,
    cost: found.fee ?? 0n,
    disputed: null, // there is one node
  }
}

const alreadyInChain = -27

async function broadcast(node: BitcoinNode, { raw }: Attempt): Promise<Broadcast> {
  try {
    await node.call(z.string(), 'sendrawtransaction', Buffer.from(raw).toString('hex'))
    return 'accepted'
  } catch (error) {
    if (error instanceof NodeSilence) return 'unknown'
    if (!(error instanceof NodeRefusal)) throw error
    if (error.code === alreadyInChain || /already|txn-same/.test(error.message)) return 'accepted'
    if (/missing|conflict/.test(error.message)) return 'nonce_too_low'
    return /fee/.test(error.message) ? 'underpriced' : 'unknown'
  }
}

/** Each attempt has an input that another final transaction has spent. */
async function isOver(node: BitcoinNode, wallet: Wallet, { earlier }: Bundle): Promise<boolean> {
  const ours = new Set(earlier.map(({ hash }) => hash))
  for (const attempt of earlier) {
    const lost = await Promise.all(termsOf(attempt).inputs.map((coin) => isLost(node, wallet, coin, ours)))
    if (!lost.includes(true)) return false
  }
  return true
}

/** Bitcoin Core has no index of spenders, but the wallet knows each spender of our coins. When in doubt: not lost. */
async function isLost(node: BitcoinNode, wallet: Wallet, coin: Coin, ours: ReadonlySet<string>): Promise<boolean> {
  if ((await node.call(z.unknown(), 'gettxout', coin.txid, coin.vout, false)) !== null) return false
  const origin = await wallet.transaction(coin.txid)
  if (origin?.blockhash === undefined) return false
  const { transactions } = await wallet.since(origin.blockhash)
  const later = transactions.filter(({ txid, category, confirmations }) => {
    return category === 'send' && confirmations >= depth && !ours.has(txid)
  })
  for (const txid of new Set(later.map(({ txid }) => txid))) {
    const spender = await wallet.transaction(txid)
    if (spender?.decoded.vin.some((input) => input.txid === coin.txid && input.vout === coin.vout)) return true
  }
  return false
}
