import {
  type Address,
  isSolanaError,
  type Rpc,
  type Signature,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  type SolanaRpcApi,
} from '@solana/kit'
import { mapLimited } from '@specie/program/map-limited.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import { tokenAccount } from '@specie/token/solana/coin.ts'
import { BrokenFinality, type Contract, type Movement, type Watched, type Window } from '../../../base/ports/chain.ts'
import { commonPart, finalPart, type OnTrouble, clearOnDisagreement } from '../agreement.ts'
import { fetchTransaction, type TransactionRecord, recordOf } from './movements.ts'
import { type Node, NodeFault, type Nodes } from './nodes.ts'

// Reads the movements of our coins. The RPC cannot list the token movements of a block, but it lists the transactions of an
// account. For a coin that can be paused, the token program rejects every mint, burn and transfer that does not name the
// mint account (window.test.ts). The history of the mint is therefore complete, and the cost of reading it does not depend
// on the number of watched wallets.

/** Nodes limit our request rate. */
export const concurrency = 8

/** The newest transaction of a mint with only final ones before it. */
export type Position = { readonly signature: string; readonly slot: number }
type Cursor = { readonly genesis: string; readonly final: number; readonly at: { readonly [mint: string]: Position } }

export type Listed = {
  readonly signature: Signature
  readonly slot: bigint
  readonly failed: boolean
  readonly final: boolean
}

type Records = Map<string, TransactionRecord>

type Reader = {
  readonly nodes: Nodes
  readonly onTrouble: OnTrouble
  guardian(): Promise<Address>
  /** Parsed transactions of the last window, by node. Every window has them again until they are final. */
  readonly records: Records[]
}

/** A window according to one node, with the final transactions that it listed. */
type Reading = Window & { readonly listed: readonly string[] }

export async function readWindow(reader: Reader, stored: Json | null, watched: Watched): Promise<Window> {
  const cursor = stored as Cursor | null
  const guardian = await reader.guardian()
  const quorumFinal = await reader.nodes.final()
  // The final slot never moves back, even when lagging nodes answer.
  const final = cursor && BigInt(cursor.final) > quorumFinal ? BigInt(cursor.final) : quorumFinal
  const read = (node: Node) => readFrom(reader, node, { cursor, watched, guardian, final })
  const keyOf = (one: Reading) => `${finalPart(one)} ${one.listed.join()}`
  const fetched = reader.nodes.agree(`the movements up to slot ${final}`, read, keyOf)
  return commonPart(await clearOnDisagreement(fetched, () => void (reader.records.length = 0)))
}

type ReadRequest = { cursor: Cursor | null; watched: Watched; guardian: Address; final: bigint }

async function readFrom(reader: Reader, { rpc, genesis, nth }: Node, request: ReadRequest): Promise<Reading> {
  const { cursor, watched, guardian, final } = request
  const own = await rpc.getSlot({ commitment: 'finalized' }).send()
  if (own < final) throw new NodeFault(`it is at the final slot ${own}, and ${final} was final before`)
  if (cursor) await assertUnbroken(rpc, genesis, cursor)
  const mints = watched.contracts.map(({ address }) => address as Address)
  const lists = await mapLimited(mints, concurrency, (mint) => list(rpc, mint, cursor?.at[mint], final))
  const records = await fetchRecords(rpc, guardian, lists.flat(), (reader.records[nth] ??= new Map()))
  reader.records[nth] = records
  const latest = await rpc.getSlot({ commitment: 'confirmed' }).send()
  const movements: Movement[] = []
  for (const [i, contract] of watched.contracts.entries()) {
    for (const one of lists[i]!)
      movements.push(...(await movementsOf(reader, one, records.get(one.signature), contract, watched)))
  }
  const at = Object.fromEntries(
    mints.flatMap((mint, i) => {
      const position = positionOf(lists[i]!) ?? cursor?.at[mint]
      return position ? [[mint, position] as const] : []
    }),
  )
  return {
    movements,
    cursor: { genesis, final: Number(final), at } satisfies Cursor,
    latest: latest > final ? latest : final,
    final,
    listed: lists
      .flat()
      .filter((one) => one.final)
      .map(({ signature, slot, failed }) => `${signature} ${slot} ${failed}`)
      .toSorted(),
  }
}

/** Parses each successful transaction. `known` caches what this node has returned before. */
async function fetchRecords(
  rpc: Rpc<SolanaRpcApi>,
  guardian: Address,
  listed: readonly Listed[],
  cache: Records,
): Promise<Records> {
  const done = new Map(listed.filter((one) => !one.failed).map((one) => [one.signature, one]))
  const fetched = await mapLimited([...done.values()], concurrency, async ({ signature, slot }) => {
    const before = cache.get(signature)
    // In another slot its accounts may have been in another state.
    if (before?.slot === slot) return before
    const found = await fetchTransaction(rpc, signature)
    if (!found?.meta || found.slot !== slot) throw new NodeFault(`it lists ${signature} and does not have it`)
    const record = await recordOf(found, guardian)
    // Cached immediately: after a failure halfway, the next reading continues from here.
    cache.set(signature, record)
    return record
  })
  return new Map([...done.keys()].map((signature, i) => [signature, fetched[i]!]))
}

/** Final transactions must still be in their slots. */
async function assertUnbroken(rpc: Rpc<SolanaRpcApi>, genesis: string, cursor: Cursor): Promise<void> {
  if (genesis !== cursor.genesis)
    throw new BrokenFinality(
      `This chain begins with ${genesis}, but the chain that was read so far begins with ${cursor.genesis}.`,
    )
  const positions = Object.values(cursor.at)
  if (positions.length === 0) return
  const signatures = positions.map(({ signature }) => signature as Signature)
  const { value } = await rpc.getSignatureStatuses(signatures, { searchTransactionHistory: true }).send()
  for (const [i, { signature, slot }] of positions.entries()) {
    const status = value[i]
    if (status && Number(status.slot) === slot) continue
    // Some nodes keep statuses for a shorter time than transactions.
    if (!status && Number((await fetchTransaction(rpc, signature))?.slot) === slot) continue
    if (!status && (await firstSlotOf(rpc)) > BigInt(slot))
      throw new NodeFault(
        `it no longer has slot ${slot}, where the last reading ended; use a node with the full history`,
      )
    throw new BrokenFinality(`${signature} was final in slot ${slot} and is ${status ? `in ${status.slot}` : 'gone'}.`)
  }
}

/** The oldest slot that the node has; zero when the node does not support the request. */
async function firstSlotOf(rpc: Rpc<SolanaRpcApi>): Promise<bigint> {
  try {
    return await rpc.getFirstAvailableBlock().send()
  } catch (error) {
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND)) return 0n
    throw error
  }
}

/** Transactions since then that name the mint, oldest first. */
export async function list(
  rpc: Rpc<SolanaRpcApi>,
  mint: Address,
  since: Position | undefined,
  final: bigint,
  pageSize = 1_000,
): Promise<Listed[]> {
  const all: Listed[] = []
  const until = since ? { until: since.signature as Signature } : {}
  for (let before = {}; ; before = { before: all.at(-1)!.signature }) {
    const page = await rpc
      .getSignaturesForAddress(mint, { commitment: 'confirmed', limit: pageSize, ...until, ...before })
      .send()
    for (const { signature, slot, err, confirmationStatus } of page)
      all.push({ signature, slot, failed: err !== null, final: confirmationStatus === 'finalized' && slot <= final })
    if (page.length < pageSize) return all.toReversed()
  }
}

async function movementsOf(
  { onTrouble }: Reader,
  { signature, slot, final }: Listed,
  record: TransactionRecord | undefined,
  contract: Contract,
  watched: Watched,
): Promise<Movement[]> {
  // A failed transaction has no movements.
  if (!record) return []
  const { movements, unexplained } = record
  for (const { mint, owner, difference } of unexplained) {
    if (final && mint === contract.address && watched.addresses.has(owner))
      onTrouble('the balance of a wallet of ours changed by more than its transfers', {
        txid: signature,
        wallet: owner,
        difference: String(difference),
      })
  }
  const ours: Movement[] = []
  for (const { mint, into, outOf, ...one } of movements) {
    if (mint !== contract.address || (one.kind === 'transfer' && !watched.addresses.has(one.to!))) continue
    if (one.kind === 'transfer' && into !== (await tokenAccount(mint, one.to!))) {
      // Coins in such an account are not collected.
      if (final)
        onTrouble('coins arrived at an unused token account of ours', {
          txid: signature,
          account: into!,
        })
      continue
    }
    const from = one.kind === 'burn' ? await burnedBy(mint, one.from!, outOf!) : one.from
    ours.push({ ...one, from, txid: signature, height: slot, block: blockOf(slot), final, asset: contract.asset })
  }
  return ours
}

/**
 * The owner of the burned coins. After the burn, the same transaction may transfer the account to another wallet, perhaps
 * one of ours; only the associated token account always belongs to its wallet. For others the account itself is returned.
 */
export const burnedBy = async (mint: Address, owner: Address, account: Address): Promise<Address> =>
  account === (await tokenAccount(mint, owner)) ? owner : account

/** The RPC returns no block hash with a transaction; the slot identifies the block. */
export const blockOf = (slot: bigint): string => `slot:${slot}`

function positionOf(listed: readonly Listed[]): Position | null {
  const open = listed.findIndex(({ final }) => !final)
  const last = listed.at(open < 0 ? -1 : open - 1)
  return last && open !== 0 ? { signature: last.signature, slot: Number(last.slot) } : null
}
