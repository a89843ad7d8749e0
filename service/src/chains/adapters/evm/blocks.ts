import { mapLimited } from '@specie/program/map-limited.ts'
import { type Address, type Hash, type PublicClient, type RpcLog, toEventSelector, type TransactionReceipt } from 'viem'
import {
  isCoin,
  isRelevant,
  isWatched,
  type WatchIndex,
  movementsOf,
  type Payment,
  supplyEvents,
  type EvmMovement,
  type Trace,
  transferEvent,
} from './movements.ts'
import { NodeFailure } from './nodes.ts'

// Blocks by hash. The content of a hash never changes, so cached blocks stay valid. The filter by watched addresses is applied
// each time, because a deposit address may be assigned while its payment is already in a block.

export type Block = {
  readonly height: bigint
  readonly hash: Hash
  readonly parent: Hash
  readonly traces: readonly Trace[]
  /** By transaction, for the relevant ones so far. */
  readonly movements: Map<Hash, readonly EvmMovement[]>
}

/** Number of concurrent requests. */
export const maxConcurrent = 100

/** `native`: payments in the chain's own coin are included. */
export type Reading = { readonly client: PublicClient; readonly native: boolean; readonly to: WatchIndex }

type BlockSelector = { blockHash: Hash } | { blockNumber: bigint }

export async function readBlock(reading: Reading, selector: BlockSelector): Promise<Block> {
  const { client, to } = reading
  const { height, hash, parent, payments } = await readHeader(reading, selector)
  const address = [...to.assets.keys()] as Address[]
  const logs =
    address.length === 0
      ? []
      : await client.request({ method: 'eth_getLogs', params: [{ address, topics: [topics], blockHash: hash }] })
  const traces = [...payments, ...logs.flatMap((log) => traceOf(log, to) ?? [])]
  return { height, hash, parent, traces, movements: new Map() }
}

type Header = Pick<Block, 'height' | 'hash' | 'parent'> & { readonly payments: readonly Trace[] }

export async function readHeader({ client, native }: Reading, selector: BlockSelector): Promise<Header> {
  const block = await client.getBlock({ ...selector, includeTransactions: native })
  const payments = block.transactions.flatMap((transaction) => {
    if (typeof transaction === 'string' || transaction.value === 0n || transaction.to === null) return []
    const { hash: txid, from, to, value } = transaction
    return [{ txid, to, payment: { from, to, value } satisfies Payment }]
  })
  return { height: block.number, hash: block.hash, parent: block.parentHash, payments }
}

const transferTopic = toEventSelector(transferEvent)
const topics = [transferTopic, ...supplyEvents.map((event) => toEventSelector(event))]

/** Uses only the topics: decoding every log just to find its transaction doubled the work. */
function traceOf(
  { address, topics: [topic, , to], transactionHash: txid }: RpcLog,
  { assets }: WatchIndex,
): Trace | null {
  if (topic === transferTopic) return { txid: txid!, to: `0x${to!.slice(26)}`, payment: null }
  return isCoin(assets.get(address.toLowerCase())!) ? { txid: txid!, to: null, payment: null } : null
}

/** Traces of payments to the addresses watched now. */
export const relevant = (traces: readonly Trace[], index: WatchIndex): Trace[] =>
  traces.filter(({ to }) => to === null || isWatched(index, to))

/** Movements of a block to watched addresses. Receipts are decoded once: decoding 2,000 mints again took a second. */
export async function movementsIn(reading: Reading, block: Block): Promise<EvmMovement[]> {
  const txids = txidsOf(relevant(block.traces, reading.to))
  const unread = txids.filter((txid) => !block.movements.has(txid))
  const payments = paymentsAmong(block.traces)
  for (const receipt of await readReceipts(reading, unread)) {
    if (receipt.blockHash !== block.hash) throw new NodeFailure(`block ${block.height} went away while it was read`)
    block.movements.set(receipt.transactionHash, movementsOf(receipt, payments, reading.to))
  }
  return txids.flatMap((txid) => block.movements.get(txid)!).filter((one) => isRelevant(one, reading.to))
}

export const txidsOf = (traces: readonly Trace[]): Hash[] => [...new Set(traces.map(({ txid }) => txid))]

export const paymentsAmong = (traces: readonly Trace[]): Map<Hash, Payment> =>
  new Map(traces.flatMap(({ txid, payment }) => (payment ? [[txid, payment] as const] : [])))

export const readReceipts = ({ client }: Reading, txids: readonly Hash[]): Promise<TransactionReceipt[]> =>
  mapLimited(txids, maxConcurrent, (hash) => client.getTransactionReceipt({ hash }))
