import type { Json } from '@specie/protocol/json.ts'
import { z } from 'zod'
import { BrokenFinality, type Movement, type Watched, type Window } from '../../../base/ports/chain.ts'
import type { BitcoinNode } from './node.ts'
import type { Row, Wallet } from './wallet.ts'

// What came to our addresses since the last final block. A deposit that a reorganisation has taken away is just not in
// the node's next answer.

const cursorForm = z.strictObject({ block: z.string(), height: z.int() })

const inputs = z.object({
  vin: z.array(
    z.object({
      coinbase: z.string().optional(),
      prevout: z.object({ scriptPubKey: z.object({ address: z.string().optional() }) }).optional(),
    }),
  ),
})

/** Where the coins of a transaction came from, by txid: it never changes, so it is asked once. */
export type Origins = Map<string, readonly (string | null)[]>

export type Lookout = { node: BitcoinNode; wallet: Wallet; depth: number; origins: Origins }

export async function readWindow(lookout: Lookout, cursor: Json | null, { addresses }: Watched): Promise<Window> {
  const { node, wallet, depth } = lookout
  const from = cursor === null ? null : cursorForm.parse(cursor)
  if (from !== null && (await node.ask(z.string(), 'getblockhash', from.height)) !== from.block)
    throw new BrokenFinality(`block ${from.height} of Bitcoin was ${from.block} and is another one now`)
  await wallet.watch(addresses, from?.block ?? null)
  const { transactions, lastblock } = await wallet.since(from?.block ?? null)
  const last = await node.ask(z.object({ height: z.int(), confirmations: z.int() }), 'getblockheader', lastblock)
  // A chain that has become shorter does not take back what was final.
  const final = from !== null && from.height > last.height ? from : { block: lastblock, height: last.height }
  return {
    movements: await movementsIn(lookout, transactions, addresses),
    cursor: final,
    // As of the listing, though the chain may have grown since.
    latest: BigInt(last.height + Math.min(last.confirmations, depth) - 1),
    final: BigInt(final.height),
  }
}

async function movementsIn(lookout: Lookout, rows: readonly Row[], addresses: ReadonlySet<string>) {
  const movements: Movement[] = []
  const listed = new Set(rows.map(({ txid }) => txid))
  for (const txid of lookout.origins.keys()) if (!listed.has(txid)) lookout.origins.delete(txid)
  for (const row of rows) {
    const { txid, address, category, confirmations, blockhash, blockheight } = row
    if (category !== 'receive' || confirmations < 1 || address === undefined || !addresses.has(address)) continue
    const senders = await sendersOf(lookout, txid, blockhash!)
    // Change: it came from the very address that it goes to.
    if (senders.includes(address)) continue
    movements.push({
      txid,
      index: row.vout,
      height: BigInt(blockheight!),
      block: blockhash!,
      final: confirmations >= lookout.depth,
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

async function sendersOf({ node, origins }: Lookout, txid: string, block: string) {
  const known = origins.get(txid)
  if (known) return known
  const { vin } = await node.ask(inputs, 'getrawtransaction', txid, 2, block)
  if (vin.some(({ coinbase, prevout }) => coinbase === undefined && prevout === undefined))
    throw new Error('the Bitcoin node does not tell what a transaction spends: use Bitcoin Core 25 or later, unpruned')
  const senders = vin.map(({ prevout }) => prevout?.scriptPubKey.address ?? null)
  origins.set(txid, senders)
  return senders
}
