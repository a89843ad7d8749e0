import assert from 'node:assert/strict'
import { mapLimited } from '@specie/program/map-limited.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import type { Address, Hash } from 'viem'
import { BrokenFinality, type Movement, type Window } from '../../../base/ports/chain.ts'
import {
  type Block,
  maxConcurrent,
  movementsIn,
  paymentsAmong,
  readBlock,
  readHeader,
  readReceipts,
  type Reading,
  relevant,
  txidsOf,
} from './blocks.ts'
import { isCoin, isRelevant, movementsOf, supplyEvents, type Trace, transferEvent } from './movements.ts'
import { type BlockId, NodeFailure } from './nodes.ts'

// Reads from the newest block down to the cursor by parent hash, so that the result is one history despite reorganisations.

/** Cached blocks by hash, with the contract addresses for which logs were requested. */
export type BlockCache = { readonly blocks: Map<Hash, Block>; contracts: string }

export const newBlockCache = (): BlockCache => ({ blocks: new Map(), contracts: '' })

/** When the cursor is further behind, final blocks are read in ranges. */
const maxBlocks = 500n
/** Recipients per request for logs. */
const maxRecipients = 500

export async function readWindow(
  reading: Reading,
  memory: BlockCache,
  cursor: BlockId,
  agreed: BlockId,
): Promise<Window> {
  // The final block never moves back, even when lagging nodes answer now.
  const final = agreed.height > cursor.height ? agreed : cursor
  evict(memory, reading, cursor.height)
  const isFar = final.height - cursor.height > maxBlocks && !memory.blocks.has(final.hash as Hash)
  return isFar ? readRange(reading, cursor, final) : walk(reading, memory, cursor, final)
}

function evict(memory: BlockCache, { to }: Reading, height: bigint): void {
  const contracts = [...to.assets.keys()].toSorted().join()
  if (memory.contracts !== contracts) memory.blocks.clear()
  memory.contracts = contracts
  for (const [hash, block] of memory.blocks) if (block.height <= height) memory.blocks.delete(hash)
}

async function walk(reading: Reading, memory: BlockCache, cursor: BlockId, final: BlockId): Promise<Window> {
  const latest = await reading.client.getBlock({ blockTag: 'latest' })
  if (latest.number < final.height)
    throw new NodeFailure(`is at block ${latest.number}, behind ${final.height}: wait until it has caught up`)
  await prefetch(reading, memory, cursor.height, latest.number)
  const blocks = await ancestry(reading, memory, latest.hash, latest.number - cursor.height)
  const lowest = blocks.at(-1)?.parent ?? latest.hash
  if (lowest !== cursor.hash) throw broken(cursor, lowest)
  const settled = blocks.find(({ height }) => height === final.height)
  if (settled && settled.hash !== final.hash) throw new NodeFailure(`block ${final.height} went away while it was read`)
  const found = (await mapLimited(blocks.toReversed(), maxConcurrent, (block) => movementsIn(reading, block))).flat()
  return {
    movements: found.map((one): Movement => ({ ...one, final: one.height <= final.height })),
    cursor: cursorToJson(final),
    latest: latest.number,
    final: final.height,
  }
}

/** Requests many blocks by number at once. Only a prefetch: the walk goes by hash. */
async function prefetch(reading: Reading, { blocks }: BlockCache, after: bigint, upTo: bigint): Promise<void> {
  const heights = new Set(Array.from(blocks.values(), ({ height }) => height))
  const missing: bigint[] = []
  for (let height = after + 1n; height <= upTo; height += 1n) if (!heights.has(height)) missing.push(height)
  const found = await mapLimited(missing, maxConcurrent, (blockNumber) => readBlock(reading, { blockNumber }))
  for (const block of found) blocks.set(block.hash, block)
}

/** Newest first. */
async function ancestry(reading: Reading, { blocks }: BlockCache, from: Hash, count: bigint): Promise<Block[]> {
  const ancestors: Block[] = []
  for (let hash = from; BigInt(ancestors.length) < count;) {
    const block = blocks.get(hash) ?? (await readBlock(reading, { blockHash: hash }))
    blocks.set(hash, block)
    ancestors.push(block)
    hash = block.parent
  }
  return ancestors
}

/** The next range of final blocks. The last block of the range counts as the newest of this window. */
async function readRange(reading: Reading, cursor: BlockId, final: BlockId): Promise<Window> {
  const { client, to } = reading
  const height = final.height - cursor.height > maxBlocks ? cursor.height + maxBlocks : final.height
  const [start, end] = await Promise.all([
    client.getBlock({ blockNumber: cursor.height }),
    client.getBlock({ blockNumber: height }),
  ])
  if (start.hash !== cursor.hash) throw broken(cursor, start.hash)
  const traces = relevant(await tracesWithin(reading, cursor.height + 1n, height), to)
  const receipts = await readReceipts(reading, txidsOf(traces))
  const payments = paymentsAmong(traces)
  const found = receipts.flatMap((receipt) => movementsOf(receipt, payments, to))
  return {
    movements: found.filter((one) => isRelevant(one, to)).map((one): Movement => ({ ...one, final: true })),
    cursor: cursorToJson({ height, hash: end.hash }),
    latest: height,
    final: height,
  }
}

async function tracesWithin(reading: Reading, fromBlock: bigint, toBlock: bigint): Promise<Trace[]> {
  const { client, to, native } = reading
  const all = [...to.assets.keys()] as Address[]
  const coins = all.filter((address) => isCoin(to.assets.get(address)!))
  const range = { fromBlock, toBlock }
  const supply = coins.length === 0 ? [] : await client.getLogs({ address: coins, events: supplyEvents, ...range })
  const recipients = [...to.addresses] as Address[]
  const transfers: Trace[] = []
  for (let at = 0; at < recipients.length && all.length > 0; at += maxRecipients) {
    const args = { to: recipients.slice(at, at + maxRecipients) }
    const logs = await client.getLogs({ address: all, event: transferEvent, args, ...range })
    transfers.push(...logs.map((log) => ({ txid: log.transactionHash, to: log.args.to ?? null, payment: null })))
  }
  const heights = native ? Array.from({ length: Number(toBlock - fromBlock) + 1 }, (_, i) => fromBlock + BigInt(i)) : []
  const headers = await mapLimited(heights, 20, (blockNumber) => readHeader(reading, { blockNumber }))
  return [
    ...headers.flatMap(({ payments }) => payments),
    ...supply.map((log) => ({ txid: log.transactionHash, to: null, payment: null })),
    ...transfers,
  ]
}

function broken({ height, hash }: BlockId, found: string): BrokenFinality {
  return new BrokenFinality(`Block ${height} was ${hash} when it was final, and is ${found} now.`)
}

export const cursorToJson = ({ height, hash }: BlockId): Json => ({ height: Number(height), hash })

export function cursorOf(json: Json): BlockId {
  const { height, hash } = json as { height: number; hash: string }
  assert(Number.isSafeInteger(height) && typeof hash === 'string', 'a cursor is a height and a hash')
  return { height: BigInt(height), hash }
}
