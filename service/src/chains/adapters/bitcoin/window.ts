import type { Json } from '@specie/protocol/encoding/json.ts'
import { z } from 'zod'
import { BrokenFinality, type Movement, type Watched, type Window } from '../../../base/ports/chain.ts'
import type { BitcoinNode } from './node.ts'
import type { Row, Wallet } from './wallet.ts'

// Deposits to our addresses since the last final block. A deposit removed by a reorganisation is missing from the node's
// next answer.

const cursorSchema = z.strictObject({ block: z.string(), height: z.int() })

const inputs = z.object({
  vin: z.array(
    z.object({
      coinbase: z.string().optional(),
      prevout: z.object({ scriptPubKey: z.object({ address: z.string().optional() }) }).optional(),
    }),
  ),
})

/** Senders of a transaction, by txid. They never change, so they are requested once. */
export type Origins = Map<string, readonly (string | null)[]>

export type Reader = { node: BitcoinNode; wallet: Wallet; depth: number; origins: Origins }

export async function readWindow(reader: Reader, cursor: Json | null, { addresses }: Watched): Promise<Window> {
  const { node, wallet, depth } = reader
  const from = cursor === null ? null : cursorSchema.parse(cursor)
  if (from !== null && (await node.call(z.string(), 'getblockhash', from.height)) !== from.block)
    throw new BrokenFinality(`block ${from.height} of Bitcoin was ${from.block} and has changed`)
  await wallet.watch(addresses, from?.block ?? null)
  const { transactions, lastblock } = await wallet.since(from?.block ?? null)
  const last = await node.call(z.object({ height: z.int(), confirmations: z.int() }), 'getblockheader', lastblock)
  // The final block never moves back, even if the chain has become shorter.
  const final = from !== null && from.height > last.height ? from : { block: lastblock, height: last.height }
  return {
    movements: await movementsIn(reader, transactions, addresses),
    cursor: final,
    // At the time of the listing; the chain may have grown since.
    latest: BigInt(last.height + Math.min(last.confirmations, depth) - 1),
    final: BigInt(final.height),
  }
}

async function movementsIn(reader: Reader, rows: readonly Row[], addresses: ReadonlySet<string>) {
  const movements: Movement[] = []
  const listed = new Set(rows.map(({ txid }) => txid))
  for (const txid of reader.origins.keys()) if (!listed.has(txid)) reader.origins.delete(txid)
  for (const row of rows) {
    const { txid, address, category, confirmations, blockhash, blockheight } = row
    if (category !== 'receive' || confirmations < 1 || address === undefined || !addresses.has(address)) continue
    const senders = await sendersOf(reader, txid, blockhash!)
    // Change: sent from the same address.
    if (senders.includes(address)) continue
    movements.push({
      txid,
      index: row.vout,
      height: BigInt(blockheight!),
      block: blockhash!,
      final: confirmations >= reader.depth,
      kind: 'transfer',
      asset: 'BTC',
      from: senders.find((sender) => sender !== null) ?? null,
      to: address,
      amount: row.amount,
      requestId: null,
    })
  }
  return movements
}

async function sendersOf({ node, origins }: Reader, txid: string, block: string) {
  const cached = origins.get(txid)
  if (cached) return cached
  const { vin } = await node.call(inputs, 'getrawtransaction', txid, 2, block)
  if (vin.some(({ coinbase, prevout }) => coinbase === undefined && prevout === undefined))
    throw new Error(
      'the Bitcoin node does not return the inputs of a transaction; use Bitcoin Core 25 or later, unpruned',
    )
  const senders = vin.map(({ prevout }) => prevout?.scriptPubKey.address ?? null)
  origins.set(txid, senders)
  return senders
}
