import { z } from 'zod'
import type { Config } from '../../../base/config.ts'
import { nodeChain } from './address.ts'
import { watchedAddress } from './descriptor.ts'
import { type BitcoinNode, NodeRefusal, satoshis } from './node.ts'

// The node's watch-only wallet: descriptors of our addresses without keys. It lists their current and former coins, so whole
// blocks need not be read.

/** An output that can be spent. */
export type Coin = { readonly txid: string; readonly vout: number; readonly value: bigint }

const notLoaded = -18
const noSuchTransaction = -5

const row = z.object({
  txid: z.string(),
  category: z.string(),
  address: z.string().optional(),
  amount: satoshis,
  vout: z.int(),
  confirmations: z.int(),
  blockhash: z.string().optional(),
  blockheight: z.int().optional(),
})
export type Row = z.infer<typeof row>
const listing = z.object({ transactions: z.array(row), lastblock: z.string() })

const transactionSchema = z.object({
  confirmations: z.int(),
  blockhash: z.string().optional(),
  blockheight: z.int().optional(),
  fee: satoshis.optional(),
  decoded: z.object({
    vin: z.array(z.object({ txid: z.string().optional(), vout: z.int().optional() })),
    vout: z.array(
      z.object({ n: z.int(), value: satoshis, scriptPubKey: z.object({ address: z.string().optional() }) }),
    ),
  }),
})
type WalletTransaction = z.infer<typeof transactionSchema>

const unspent = z.array(z.object({ txid: z.string(), vout: z.int(), amount: satoshis }))
const imported = z.array(z.object({ success: z.boolean(), error: z.object({ message: z.string() }).optional() }))

export type Wallet = ReturnType<typeof watchWallet>

export function watchWallet(node: BitcoinNode, name: string, environment: Config['environment'], depth: number) {
  let opened: Promise<Set<string>> | null = null

  /** The addresses that the node already watches. Requested once, and again after an error. */
  async function watchedByNode(): Promise<Set<string>> {
    opened ??= openWallet(node, name, environment)
    try {
      return await opened
    } catch (error) {
      opened = null
      throw error
    }
  }

  const callWallet: BitcoinNode['callWallet'] = async (answer, method, ...params) => {
    await watchedByNode()
    try {
      return await node.callWallet(answer, method, ...params)
    } catch (error) {
      if (error instanceof NodeRefusal && error.code === notLoaded) opened = null
      throw error
    }
  }

  return {
    /**
     * Adds these addresses to the wallet and scans for deposits since `block`; older ones are never needed. An empty wallet
     * on a chain that we have read before means a new node. It scans the whole chain, so that no coin of ours is missed.
     */
    async watch(addresses: ReadonlySet<string>, block: string | null): Promise<void> {
      const watched = await watchedByNode()
      const missing = [...addresses].filter((address) => !watched.has(address))
      if (missing.length > 0) {
        const since = block === null ? 'now' : watched.size === 0 ? 0 : await timeOf(node, block)
        opened = null
        await importAddresses(node, missing, since)
      }
      const { scanning } = await callWallet(z.object({ scanning: z.unknown() }), 'getwalletinfo')
      if (scanning !== false) throw new Error('the Bitcoin node is still scanning old blocks; the next pass retries')
    },

    /** All our transactions after that block, and the last final block. */
    since: (block: string | null) => callWallet(listing, 'listsinceblock', block ?? '', depth, true, false),

    /** Coins of this address with at least that many confirmations. */
    async coins(address: string, confirmations: number): Promise<Coin[]> {
      const coins = await callWallet(unspent, 'listunspent', confirmations, 9_999_999, [address])
      return coins.map(({ txid, vout, amount }) => ({ txid, vout, value: amount }))
    },

    /** Null when the wallet does not know it. */
    async transaction(txid: string): Promise<WalletTransaction | null> {
      try {
        return await callWallet(transactionSchema, 'gettransaction', txid, true, true)
      } catch (error) {
        if (error instanceof NodeRefusal && error.code === noSuchTransaction) return null
        throw error
      }
    },
  }
}

async function openWallet(node: BitcoinNode, name: string, environment: Config['environment']): Promise<Set<string>> {
  const { chain } = await node.call(z.object({ chain: z.string() }), 'getblockchaininfo')
  if (chain !== nodeChain[environment])
    throw new Error(`the Bitcoin node is on ${chain}, but ${environment} needs ${nodeChain[environment]}: see RPC_BTC`)
  if (!(await node.call(z.array(z.string()), 'listwallets')).includes(name)) await loadOrCreate(node, name)
  const { descriptors } = await node.callWallet(
    z.object({ descriptors: z.array(z.object({ desc: z.string() })) }),
    'listdescriptors',
  )
  return new Set(descriptors.flatMap(({ desc }) => /^addr\((\w+)\)/.exec(desc)?.[1] ?? []))
}

async function loadOrCreate(node: BitcoinNode, name: string): Promise<void> {
  try {
    await node.call(z.unknown(), 'loadwallet', name, true)
  } catch (error) {
    if (!(error instanceof NodeRefusal && error.code === notLoaded)) throw error
    // No private keys, blank, no passphrase, no reuse avoidance, descriptor wallet, loaded at startup.
    await node.call(z.unknown(), 'createwallet', name, true, true, '', false, true, true)
  }
}

async function timeOf(node: BitcoinNode, block: string): Promise<number> {
  return (await node.call(z.object({ time: z.int() }), 'getblockheader', block)).time
}

async function importAddresses(node: BitcoinNode, addresses: readonly string[], timestamp: number | 'now') {
  const requests = addresses.map((address) => ({ desc: watchedAddress(address), timestamp }))
  const results = await node.callWallet(imported, 'importdescriptors', requests)
  const failed = results.find(({ success }) => !success)
  if (failed) throw new Error(`the Bitcoin node does not watch an address: ${failed.error?.message}`)
}
