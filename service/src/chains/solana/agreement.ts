import type { Rpc, Signature, SolanaRpcApi } from '@solana/kit'
import type { Nodes, OnTrouble } from './nodes.ts'

// Where several nodes are set, none is believed alone: what one calls final is asked of the others.

type Said = { readonly txid: string; readonly height: bigint; readonly final: boolean }
type Opinion = { readonly final: bigint; readonly doubted: readonly string[] }

/** A minute and more behind is trouble. */
const mostBehind = 150n
/** Of what is older, a node may have forgotten: it is then asked nothing. */
const remembered = 100_000n
const mostAtOnce = 256

/** Transactions that a node calls final and another one, which should know, does not. */
export async function doubtedOf(
  { nodes, onTrouble }: { nodes: Nodes; onTrouble: OnTrouble },
  said: readonly Said[],
): Promise<Set<string>> {
  if (nodes.count === 1) return new Set()
  const finals = new Map(said.filter(({ final }) => final).map(({ txid, height }) => [txid, height]))
  const opinions = await nodes.everywhere(async ({ rpc }, host) => ({ host, ...(await opinionOf(rpc, finals)) }))
  const highest = opinions.reduce((high, { final }) => (final > high ? final : high), 0n)
  for (const { host, final, doubted } of opinions) {
    if (highest - final > mostBehind)
      onTrouble('a Solana node lags behind the others', { host, behind: Number(highest - final) })
    for (const txid of doubted) onTrouble('Solana nodes disagree on what is final', { host, txid })
  }
  return new Set(opinions.flatMap(({ doubted }) => doubted))
}

async function opinionOf(rpc: Rpc<SolanaRpcApi>, finals: ReadonlyMap<string, bigint>): Promise<Opinion> {
  const final = await rpc.getSlot({ commitment: 'finalized' }).send()
  const known = [...finals].filter(([, slot]) => slot <= final && slot > final - remembered)
  const doubted: string[] = []
  for (let from = 0; from < known.length; from += mostAtOnce) {
    const some = known.slice(from, from + mostAtOnce)
    const { value } = await rpc
      .getSignatureStatuses(
        some.map(([txid]) => txid as Signature),
        { searchTransactionHistory: true },
      )
      .send()
    for (const [i, [txid, slot]] of some.entries()) {
      const status = value[i]
      if (status?.confirmationStatus !== 'finalized' || status.slot !== slot) doubted.push(txid)
    }
  }
  return { final, doubted }
}
