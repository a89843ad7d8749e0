import { chains } from '@specie/protocol/chains.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { type BitcoinNode, bitcoinNode, NodeRefusal, satoshis } from '../../chains/adapters/bitcoin/node.ts'
import type { ShownAddress, Coin, Movement, Tx } from '@specie/protocol/sandbox/explorer.ts'
import { max, newestFirst, type Explorer, type Place } from './view.ts'

/** How many blocks are searched for the spending of an address. */
const window = 60

const script = z.object({ hex: z.string().optional(), address: z.string().optional() })
const rawTx = z.object({
  txid: z.string(),
  confirmations: z.int().optional(),
  blockhash: z.string().optional(),
  vin: z.array(
    z.object({
      coinbase: z.string().optional(),
      txid: z.string().optional(),
      vout: z.int().optional(),
      prevout: z.object({ value: satoshis, scriptPubKey: script }).optional(),
    }),
  ),
  vout: z.array(z.object({ n: z.int(), value: satoshis, scriptPubKey: script })),
})
type RawTx = z.infer<typeof rawTx>

const rawBlock = z.object({
  hash: z.string(),
  height: z.int(),
  time: z.int(),
  confirmations: z.int(),
  previousblockhash: z.string().optional(),
  tx: z.array(z.string()),
})
type RawBlock = z.infer<typeof rawBlock>

const unspent = z.object({
  unspents: z.array(z.object({ txid: z.string(), height: z.int() })),
  total_amount: satoshis,
})

const { confirmations: deep } = chains.BTC
const btc = (amount: bigint): string => formatMinor(amount, 8)
const timeOf = (seconds: number): string => new Date(seconds * 1_000).toISOString()

export function bitcoinExplorer({ url }: Place): Explorer {
  const node = bitcoinNode(url, '')
  const head = () => node.call(z.int(), 'getblockcount')
  return {
    head: async () => {
      const height = await head()
      return { height, final: Math.max(0, height - deep + 1) }
    },
    blocks: async (below) => {
      const from = Math.min(below ?? Infinity, (await head()) + 1)
      const items = (await blocksBelow(node, from, max.blocks)).map(rowOfBlock)
      return { items, next: from > max.blocks ? from - max.blocks : null }
    },
    latest: async () => {
      const waiting = await node.call(z.array(z.string()), 'getrawmempool')
      const blocks = await blocksBelow(node, (await head()) + 1, max.blocks)
      const mined = blocks.flatMap((block) => block.tx.map((txid) => ({ txid, block })))
      // Every block has a transaction that creates coins: of these only the last few are shown.
      const [paid, made] = [mined.filter(({ txid, block }) => block.tx[0] !== txid), mined.slice(0, 5)]
      const all = [...waiting.map((txid) => ({ txid, block: null })), ...(paid.length > 0 ? paid : made)]
      return transactions(node, all.slice(0, max.transactions))
    },
    block: async (height) => {
      const block = await orNull(blockAt(node, height))
      if (block === null) return null
      const items = await transactions(
        node,
        block.tx.slice(0, max.transactions).map((txid) => ({ txid, block })),
      )
      const { confirmations, previousblockhash: parent = null } = block
      return { ...rowOfBlock(block), parent, confirmations, final: confirmations >= deep, items }
    },
    tx: async (txid) => {
      if (!/^[0-9a-f]{64}$/.test(txid)) return null
      const found = await orNull(node.call(rawTx, 'getrawtransaction', txid, 2))
      if (found === null) return null
      return view(found, found.blockhash === undefined ? null : await blockBy(node, found.blockhash))
    },
    address: (address) => addressView(node, address, head),
  }
}

/** -5 and -8: not found. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NodeRefusal && [-5, -8].includes(error.code)) return null
    throw error
  }
}

const blockBy = (node: BitcoinNode, hash: string): Promise<RawBlock> => node.call(rawBlock, 'getblock', hash, 1)
const blockAt = async (node: BitcoinNode, height: number): Promise<RawBlock> =>
  blockBy(node, await node.call(z.string(), 'getblockhash', height))

const blocksBelow = (node: BitcoinNode, below: number, count: number): Promise<RawBlock[]> =>
  Promise.all(Array.from({ length: Math.min(count, below) }, (_, i) => blockAt(node, below - 1 - i)))

const rowOfBlock = ({ height, hash, time, tx }: RawBlock) => ({
  height,
  hash,
  time: timeOf(time),
  transactions: tx.length,
})

type Named = { txid: string; block: RawBlock | null }

async function transactions(node: BitcoinNode, named: readonly Named[]): Promise<Tx[]> {
  const found = await Promise.all(
    named.map(async ({ txid, block }) =>
      view(await node.call(rawTx, 'getrawtransaction', txid, 2, ...(block ? [block.hash] : [])), block),
    ),
  )
  return found.toSorted(newestFirst)
}

function view(tx: RawTx, block: RawBlock | null): Tx {
  const isNew = tx.vin[0]?.coinbase !== undefined
  const inputs = isNew ? [] : tx.vin.map(inputOf)
  const outputs = tx.vout.map(({ value, scriptPubKey }): Coin => outputOf(value, scriptPubKey))
  const from = inputs.find(({ address }) => address !== null)?.address ?? null
  const spent = tx.vin.reduce((sum, { prevout }) => sum + (prevout?.value ?? 0n), 0n)
  const paid = tx.vout.reduce((sum, { value }) => sum + value, 0n)
  const isKnown = !isNew && tx.vin.every(({ prevout }) => prevout !== undefined)
  const confirmations = Math.max(0, tx.confirmations ?? block?.confirmations ?? 0)
  return {
    txid: tx.txid,
    status: block === null ? 'waiting' : 'succeeded',
    what: isNew ? 'New coins' : 'Payment',
    height: block?.height ?? null,
    time: block === null ? null : timeOf(block.time),
    movements: movementsOf(isNew, from, outputs),
    block: block?.hash ?? null,
    confirmations,
    final: confirmations >= deep,
    sender: from,
    fee: isKnown ? { amount: btc(spent - paid), asset: 'BTC' } : null,
    reason: null,
    steps: [],
    inputs,
    outputs,
  }
}

/** The change to the sender is no movement; it is among the outputs. */
function movementsOf(isNew: boolean, from: string | null, outputs: readonly Coin[]): Movement[] {
  return outputs
    .filter(({ address }) => address !== null && (isNew || address !== from))
    .map(({ amount, address }) => ({
      kind: isNew ? 'mint' : 'transfer',
      asset: 'BTC',
      amount: amount!,
      from,
      to: address,
      requestid: null,
    }))
}

const inputOf = ({ txid, vout, prevout }: RawTx['vin'][number]): Coin => ({
  amount: prevout ? btc(prevout.value) : null,
  address: prevout?.scriptPubKey.address ?? null,
  script: `output ${vout ?? 0}`,
  txid: txid ?? null,
})

const outputOf = (value: bigint, { hex = '', address }: z.infer<typeof script>): Coin => ({
  amount: btc(value),
  address: address ?? null,
  script: kindOf(hex),
  txid: null,
})

const scripts: readonly (readonly [RegExp, string])[] = [
  [/^0014.{40}$/, 'P2WPKH: one key, SegWit'],
  [/^0020.{64}$/, 'P2WSH: a script, SegWit'],
  [/^5120.{64}$/, 'P2TR: Taproot'],
  [/^76a914.{40}88ac$/, 'P2PKH: one key'],
  [/^a914.{40}87$/, 'P2SH: a script'],
  [/^6a/, 'OP_RETURN: data, cannot be spent'],
]
const kindOf = (hex: string): string =>
  scripts.find(([form]) => form.test(hex))?.[1] ?? (hex.length > 64 ? `${hex.slice(0, 64)}…` : hex)

async function addressView(node: BitcoinNode, address: string, head: () => Promise<number>): Promise<ShownAddress> {
  const { unspents, total_amount: total } = await node.call(unspent, 'scantxoutset', 'start', [`addr(${address})`])
  const recent = unspents.toSorted((a, b) => b.height - a.height).slice(0, max.transactions)
  const heights = [...new Set(recent.map(({ height }) => height))]
  const blocks = await Promise.all(heights.map((height) => blockAt(node, height)))
  const held = recent.map(({ txid, height }) => ({ txid, block: blocks[heights.indexOf(height)]! }))
  const last = await blocksBelow(node, (await head()) + 1, window)
  const paid = last.flatMap((block) => block.tx.slice(1, max.transactions).map((txid) => ({ txid, block })))
  const named = new Map([...held, ...paid.slice(0, 100)].map((one) => [one.txid, one]))
  const found = await transactions(node, [...named.values()])
  const isOurs = ({ inputs, outputs }: Tx) => [...inputs, ...outputs].some((coin) => coin.address === address)
  return {
    address,
    is: 'wallet',
    holdings: [{ asset: 'BTC', amount: btc(total) }],
    items: found.filter(isOurs).slice(0, max.transactions),
  }
}
