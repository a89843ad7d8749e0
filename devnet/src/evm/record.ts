import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Address, Hex } from 'viem'
import { toHex } from 'viem/utils'
import type { Engine } from './engine.ts'

export type Log = { address: Address; topics: Hex[] }
export type Receipt = { transactionHash: Hex; logs: Log[] }
export type FullBlock = { number: Hex; hash: Hex; transactions: { hash: Hex; from: Address; to: Address | null }[] }

/** The state of an account; in storage, non-zero slots only. */
export type Account = { balance: Hex; nonce: Hex; code: Hex; storage: Map<Hex, Hex> }

/** The changes of a block, as the values before it. */
export type PriorAccounts = Map<Address, Partial<Omit<Account, 'storage'>> & { storage: Map<Hex, Hex> }>

/** The data of a block once the engine has released it. */
export type Line = { block: FullBlock; receipts: Receipt[] }

/** A block in stored form. It is mostly zeros. */
export type Recorded = { block: FullBlock; packed: Buffer; before: PriorAccounts }

export const emptyAccount: Account = { balance: '0x0', nonce: '0x0', code: '0x', storage: new Map() }
export const zeroSlot: Hex = `0x${'00'.repeat(32)}`

/** Null if a reorg has removed the block. */
export async function recordOf(engine: Engine, hash: Hex): Promise<Recorded | null> {
  const block = await engine<FullBlock | null>('eth_getBlockByHash', [hash, true])
  if (block === null) return null
  const receipts: Receipt[] = []
  const before: PriorAccounts = new Map()
  for (const { hash: tx } of block.transactions) {
    receipts.push(await engine<Receipt>('eth_getTransactionReceipt', [tx]))
    const diff = await engine<Diff>('debug_traceTransaction', [tx, tracing])
    note(before, diff)
  }
  return { block, packed: await pack({ block, receipts }), before }
}

const [deflated, inflated] = [promisify(deflateRaw), promisify(inflateRaw)]

const pack = (line: Line): Promise<Buffer> => deflated(JSON.stringify(line))

export const unpack = async (packed: Buffer): Promise<Line> =>
  JSON.parse((await inflated(packed)).toString('utf8')) as Line

const tracing = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }

type AccountDiff = { balance?: Hex; nonce?: number; code?: Hex; storage?: { [slot: Hex]: Hex } }
type Diff = { pre: { [address: Address]: AccountDiff }; post: { [address: Address]: AccountDiff } }

/** The first change within a block has the value before it. A new value only appears afterwards. */
function note(before: PriorAccounts, { pre, post }: Diff): void {
  for (const address of new Set([...Object.keys(pre), ...Object.keys(post)]) as Set<Address>) {
    const [was, is] = [pre[address] ?? {}, post[address] ?? {}]
    const noted = before.get(address) ?? { storage: new Map<Hex, Hex>() }
    before.set(address, noted)
    if (was.balance !== undefined || is.balance !== undefined) noted.balance ??= was.balance ?? '0x0'
    if (was.nonce !== undefined || is.nonce !== undefined) noted.nonce ??= toHex(was.nonce ?? 0)
    // Unchanged values are listed too; for a moment they may have been different (`revert-next`).
    if (is.code !== undefined) noted.code ??= was.code ?? '0x'
    for (const slot of [...Object.keys(was.storage ?? {}), ...Object.keys(is.storage ?? {})] as Hex[])
      if (!noted.storage.has(slot)) noted.storage.set(slot, was.storage?.[slot] ?? zeroSlot)
  }
}
