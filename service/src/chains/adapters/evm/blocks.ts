import { type Address, type Hash, type PublicClient, type RpcLog, toEventSelector, type TransactionReceipt } from 'viem'
import {
  isCoin,
  isRelevant,
  isWatched,
  type Lookout,
  movementsOf,
  type Payment,
  supplyEvents,
  type EvmMovement,
  type Trace,
  transferEvent,
} from './movements.ts'
import { NodeFailure } from './nodes.ts'

// Blocks by their hash. What a hash stands for never changes, so what is kept here is true for ever; only what depends
// on whom we watch is found anew each time, for a deposit address may be handed out while its payment is in a block.

export type Block = {
  readonly height: bigint
  readonly hash: Hash
  readonly parent: Hash
  readonly traces: readonly Trace[]
  /** By transaction, of those that have mattered so far. */
  readonly told: Map<Hash, readonly EvmMovement[]>
}

/** How many questions travel at once. */
const atOnce = 100

export async function inChunks<T, R>(items: readonly T[], work: (item: T) => Promise<R>, size = atOnce): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < items.length; at += size)
    done.push(...(await Promise.all(items.slice(at, at + size).map(work))))
  return done
}

/** `native`: the chain's own coin is looked for, too. */
export type Reading = { readonly client: PublicClient; readonly native: boolean; readonly to: Lookout }

type Which = { blockHash: Hash } | { blockNumber: bigint }

export async function readBlock(reading: Reading, which: Which): Promise<Block> {
  const { client, to } = reading
  const { height, hash, parent, payments } = await readHeader(reading, which)
  const address = [...to.assets.keys()] as Address[]
  const logs =
    address.length === 0
      ? []
      : await client.request({ method: 'eth_getLogs', params: [{ address, topics: [topics], blockHash: hash }] })
  const traces = [...payments, ...logs.flatMap((log) => traceOf(log, to) ?? [])]
  return { height, hash, parent, traces, told: new Map() }
}

type Header = Pick<Block, 'height' | 'hash' | 'parent'> & { readonly payments: readonly Trace[] }

export async function readHeader({ client, native }: Reading, which: Which): Promise<Header> {
  const block = await client.getBlock({ ...which, includeTransactions: native })
  const payments = block.transactions.flatMap((transaction) => {
    if (typeof transaction === 'string' || transaction.value === 0n || transaction.to === null) return []
    const { hash: txid, from, to, value } = transaction
    return [{ txid, to, payment: { from, to, value } satisfies Payment }]
  })
  return { height: block.number, hash: block.hash, parent: block.parentHash, payments }
}

const transferTopic = toEventSelector(transferEvent)
const topics = [transferTopic, ...supplyEvents.map((event) => toEventSelector(event))]

/** Read from the topics alone: to decode every log only to find its transaction doubled the work. */
function traceOf({ address, topics: [topic, , to], transactionHash: txid }: RpcLog, { assets }: Lookout): Trace | null {
  if (topic === transferTopic) return { txid: txid!, to: `0x${to!.slice(26)}`, payment: null }
  return isCoin(assets.get(address.toLowerCase())!) ? { txid: txid!, to: null, payment: null } : null
}

/** Those that matter to whom we watch now. */
export const relevant = (traces: readonly Trace[], lookout: Lookout): Trace[] =>
  traces.filter(({ to }) => to === null || isWatched(lookout, to))

/** What a block moved, to whom we watch. Receipts are read once: to decode 2,000 mints anew took a second. */
export async function movementsIn(reading: Reading, block: Block): Promise<EvmMovement[]> {
  const wanted = txidsOf(relevant(block.traces, reading.to))
  const unread = wanted.filter((txid) => !block.told.has(txid))
  const payments = paymentsAmong(block.traces)
  for (const receipt of await readReceipts(reading, unread)) {
    if (receipt.blockHash !== block.hash) throw new NodeFailure(`block ${block.height} went away while it was read`)
    block.told.set(receipt.transactionHash, movementsOf(receipt, payments, reading.to))
  }
  return wanted.flatMap((txid) => block.told.get(txid)!).filter((one) => isRelevant(one, reading.to))
}

export const txidsOf = (traces: readonly Trace[]): Hash[] => [...new Set(traces.map(({ txid }) => txid))]

export const paymentsAmong = (traces: readonly Trace[]): Map<Hash, Payment> =>
  new Map(traces.flatMap(({ txid, payment }) => (payment ? [[txid, payment] as const] : [])))

export const readReceipts = ({ client }: Reading, txids: readonly Hash[]): Promise<TransactionReceipt[]> =>
  inChunks(txids, (hash) => client.getTransactionReceipt({ hash }))
