import {
  type Address,
  isSolanaError,
  type Rpc,
  type Signature,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  type SolanaRpcApi,
} from '@solana/kit'
import type { Json } from '@specie/protocol/json.ts'
import { tokenAccount } from '@specie/token/solana/coin.ts'
import { BrokenFinality, type Contract, type Movement, type Watched, type Window } from '../../../base/ports/chain.ts'
import { commonPart, finalPart, type OnTrouble, clearOnDisagreement } from '../agreement.ts'
import { mapLimited } from '../../../base/concurrency/map-limited.ts'
import { fetchTransaction, type TransactionRecord, recordOf } from './movements.ts'
import { type Node, NodeFault, type Nodes } from './nodes.ts'

// Reads what happened to our coins. A block cannot be asked for its token movements, an account for its transactions
// can: every mint, burn and transfer of a coin names its mint account, for the program refuses any that does not (a
// coin that can be paused; window.test.ts shows it). So the history of the mint has all of them, and the number of
// wallets that we watch costs nothing.

/** The newest transaction of a mint that is final, with all before it. */
type Place = { readonly signature: string; readonly slot: number }
type Cursor = { readonly genesis: string; readonly final: number; readonly at: { readonly [mint: string]: Place } }

type Listed = {
  readonly signature: Signature
  readonly slot: bigint
  readonly failed: boolean
  readonly final: boolean
}

type Tales = Map<string, TransactionRecord>

type Reader = {
  readonly nodes: Nodes
  readonly onTrouble: OnTrouble
  guardian(): Promise<Address>
  /** What the transactions of the last window told, by node: until they are final they come up again and again. */
  readonly tales: Tales[]
}

/** A window as one node tells it, with the final transactions that it has listed. */
type Reading = Window & { readonly listed: readonly string[] }

export async function readWindow(reader: Reader, stored: Json | null, watched: Watched): Promise<Window> {
  const cursor = stored as Cursor | null
  const guardian = await reader.guardian()
  const agreedOn = await reader.nodes.final()
  // What was final stays so, also when nodes answer now that lag behind.
  const final = cursor && BigInt(cursor.final) > agreedOn ? BigInt(cursor.final) : agreedOn
  const read = (node: Node) => readFrom(reader, node, { cursor, watched, guardian, final })
  const keyOf = (one: Reading) => `${finalPart(one)} ${one.listed.join()}`
  const told = reader.nodes.agree(`what happened up to slot ${final}`, read, keyOf)
  return commonPart(await clearOnDisagreement(told, () => void (reader.tales.length = 0)))
}

type Ask = { cursor: Cursor | null; watched: Watched; guardian: Address; final: bigint }

async function readFrom(reader: Reader, { rpc, genesis, nth }: Node, ask: Ask): Promise<Reading> {
  const { cursor, watched, guardian, final } = ask
  const own = await rpc.getSlot({ commitment: 'finalized' }).send()
  if (own < final) throw new NodeFault(`it is at the final slot ${own}, and ${final} was final before`)
  if (cursor) await assertUnbroken(rpc, genesis, cursor)
  const mints = watched.contracts.map(({ address }) => address as Address)
  const lists = await mapLimited(mints, (mint) => list(rpc, mint, cursor?.at[mint], final))
  const tales = await talesOf(rpc, guardian, lists.flat(), (reader.tales[nth] ??= new Map()))
  reader.tales[nth] = tales
  const latest = await rpc.getSlot({ commitment: 'confirmed' }).send()
  const movements: Movement[] = []
  for (const [i, contract] of watched.contracts.entries()) {
    for (const one of lists[i]!)
      movements.push(...(await movementsOf(reader, one, tales.get(one.signature), contract, watched)))
  }
  const at = Object.fromEntries(
    mints.flatMap((mint, i) => {
      const place = placeOf(lists[i]!) ?? cursor?.at[mint]
      return place ? [[mint, place] as const] : []
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

/** What each transaction that succeeded did. `known` is what this node has told before. */
async function talesOf(
  rpc: Rpc<SolanaRpcApi>,
  guardian: Address,
  listed: readonly Listed[],
  known: Tales,
): Promise<Tales> {
  const done = new Map(listed.filter((one) => !one.failed).map((one) => [one.signature, one]))
  const told = await mapLimited([...done.values()], async ({ signature, slot }) => {
    const before = known.get(signature)
    // In another slot it may have found other accounts.
    if (before?.slot === slot) return before
    const found = await fetchTransaction(rpc, signature)
    if (!found?.meta || found.slot !== slot) throw new NodeFault(`it lists ${signature} and does not have it`)
    const tale = await recordOf(found, guardian)
    // Kept at once: if this reading fails halfway, the next one goes on from here.
    known.set(signature, tale)
    return tale
  })
  return new Map([...done.keys()].map((signature, i) => [signature, told[i]!]))
}

/** What was final must still be there, where it was. */
async function assertUnbroken(rpc: Rpc<SolanaRpcApi>, genesis: string, cursor: Cursor): Promise<void> {
  if (genesis !== cursor.genesis)
    throw new BrokenFinality(`This chain began with ${genesis}; the one that was read so far with ${cursor.genesis}.`)
  const places = Object.values(cursor.at)
  if (places.length === 0) return
  const signatures = places.map(({ signature }) => signature as Signature)
  const { value } = await rpc.getSignatureStatuses(signatures, { searchTransactionHistory: true }).send()
  for (const [i, { signature, slot }] of places.entries()) {
    const status = value[i]
    if (status && Number(status.slot) === slot) continue
    // The list of statuses is kept apart from the transactions, and by some nodes less well.
    if (!status && Number((await fetchTransaction(rpc, signature))?.slot) === slot) continue
    if (!status && (await firstSlotOf(rpc)) > BigInt(slot))
      throw new NodeFault(`it no longer has slot ${slot}, up to which was read; use a node with the whole history`)
    throw new BrokenFinality(`${signature} was final in slot ${slot} and is ${status ? `in ${status.slot}` : 'gone'}.`)
  }
}

/** The oldest slot that the node keeps; one that cannot tell keeps all. */
async function firstSlotOf(rpc: Rpc<SolanaRpcApi>): Promise<bigint> {
  try {
    return await rpc.getFirstAvailableBlock().send()
  } catch (error) {
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND)) return 0n
    throw error
  }
}

/** Transactions that name the mint since that place, the oldest first. */
export async function list(
  rpc: Rpc<SolanaRpcApi>,
  mint: Address,
  since: Place | undefined,
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
  tale: TransactionRecord | undefined,
  contract: Contract,
  watched: Watched,
): Promise<Movement[]> {
  // One that failed has none.
  if (!tale) return []
  const { movements, unexplained } = tale
  for (const { mint, owner, difference } of unexplained) {
    if (final && mint === contract.address && watched.addresses.has(owner))
      onTrouble('a wallet of ours changed by more than its transfers say', {
        txid: signature,
        wallet: owner,
        difference: String(difference),
      })
  }
  const ours: Movement[] = []
  for (const { mint, into, outOf, ...one } of movements) {
    if (mint !== contract.address || (one.kind === 'transfer' && !watched.addresses.has(one.to!))) continue
    if (one.kind === 'transfer' && into !== (await tokenAccount(mint, one.to!))) {
      // Nothing of ours collects from there.
      if (final)
        onTrouble('coins came to a token account of ours that we do not use', {
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
 * Whose coins were burned. An account can be given to another wallet after the burn, in the same transaction, and that
 * wallet may be ours: only the account that is derived from a wallet stays with it for ever. Of others the account
 * itself is named.
 */
const burnedBy = async (mint: Address, owner: Address, account: Address): Promise<Address> =>
  account === (await tokenAccount(mint, owner)) ? owner : account

/** The RPC tells no block hash with a transaction; a transaction that moves to another slot is in another block. */
export const blockOf = (slot: bigint): string => `slot:${slot}`

function placeOf(listed: readonly Listed[]): Place | null {
  const open = listed.findIndex(({ final }) => !final)
  const last = listed.at(open < 0 ? -1 : open - 1)
  return last && open !== 0 ? { signature: last.signature, slot: Number(last.slot) } : null
}
