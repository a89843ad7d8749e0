import type { Address } from '@solana/kit'
import { mapLimited } from '@specie/program/map-limited.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import type { CoinTransfer, CoinTransfers, Contract } from '../../../base/ports/chain.ts'
import { transfersKey } from '../agreement.ts'
import { fetchTransaction, recordOf } from './movements.ts'
import { type Node, NodeFault, type Nodes } from './nodes.ts'
import { burnedBy, concurrency, list, type Listed, type Position } from './window.ts'

// All transfers of a coin, of any holder, from final transactions. Each of them names the mint (window.ts). A token account
// counts for its owner at that time.

/** Transactions of one reading. */
const maxTransactions = 500

type Reader = { readonly nodes: Nodes; guardian(): Promise<Address> }
type Request = { readonly mint: Address; readonly since: Position | undefined; readonly final: bigint }

export async function readTransfers(reader: Reader, contract: Contract, cursor: Json | null): Promise<CoinTransfers> {
  const mint = contract.address as Address
  const since = (cursor as { at?: Position } | null)?.at
  const final = await reader.nodes.final()
  const guardian = await reader.guardian()
  const read = ({ rpc }: Node) => readFrom(rpc, guardian, { mint, since, final })
  const [found] = await reader.nodes.agree(`the transfers of ${contract.asset} up to slot ${final}`, read, transfersKey)
  return found!
}

async function readFrom(rpc: Node['rpc'], guardian: Address, { mint, since, final }: Request): Promise<CoinTransfers> {
  if ((await rpc.getSlot({ commitment: 'finalized' }).send()) < final)
    throw new NodeFault(`it is behind the final slot ${final}`)
  const listed = (await list(rpc, mint, since, final)).filter((one) => one.final)
  const taken = listed.slice(0, maxTransactions)
  const found = await mapLimited(taken, concurrency, (one) => transfersIn(rpc, guardian, mint, one))
  const last = taken.at(-1)
  const at = last ? { signature: last.signature, slot: Number(last.slot) } : since
  const complete = taken.length === listed.length
  return {
    transfers: found.flat(),
    cursor: at ? { at } : {},
    height: complete ? final : last!.slot,
    at: null,
    complete,
  }
}

async function transfersIn(
  rpc: Node['rpc'],
  guardian: Address,
  mint: Address,
  { signature, slot, failed }: Listed,
): Promise<CoinTransfer[]> {
  // A failed transaction has no transfers.
  if (failed) return []
  const found = await fetchTransaction(rpc, signature)
  if (!found?.meta || found.slot !== slot) throw new NodeFault(`it lists ${signature} and does not have it`)
  const { movements, at } = await recordOf(found, guardian)
  if (at === null) throw new NodeFault(`it does not know the time of slot ${slot}`)
  const transfers: CoinTransfer[] = []
  for (const { index, kind, mint: of, from, to, outOf, amount } of movements) {
    if (of !== mint) continue
    const sender = kind === 'burn' ? await burnedBy(mint, from!, outOf!) : from
    transfers.push({ txid: signature, index, height: slot, at, from: sender, to, amount })
  }
  return transfers
}
