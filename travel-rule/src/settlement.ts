import { chains, type ChainCode } from '@specie/protocol/chains.ts'
import type { Confirmation } from './trp/confirmation.ts'

// The end of an exchange that a counterparty began, from its confirmations in any order. Until there is one, the exchange
// stays open and is chased.

export type Settlement =
  | { readonly kind: 'open' }
  | { readonly kind: 'sent'; readonly txid: string }
  | { readonly kind: 'canceled'; readonly reason: string | null }
  /** Two transactions, or a transaction and a cancellation. */
  | { readonly kind: 'conflict'; readonly problem: string }

/** Only confirmations with the token of the exchange. */
export function settlementOf(chain: ChainCode, confirmations: readonly Confirmation[]): Settlement {
  const txids = new Set(confirmations.flatMap((one) => (one.kind === 'sent' ? [plainTxid(chain, one.txid)] : [])))
  const canceled = confirmations.flatMap((one) => (one.kind === 'canceled' ? [one] : []))
  if (txids.size > 1) return { kind: 'conflict', problem: 'The counterparty names two transactions.' }
  const [txid] = txids
  if (txid !== undefined && canceled.length > 0)
    return { kind: 'conflict', problem: 'The counterparty names a transaction and cancels.' }
  if (txid !== undefined) return { kind: 'sent', txid }
  if (canceled.length === 0) return { kind: 'open' }
  return { kind: 'canceled', reason: canceled.flatMap(({ reason }) => reason ?? []).toSorted()[0] ?? null }
}

/** As the chain writes it: hex in small letters, of EVM with `0x`. */
export function plainTxid(chain: ChainCode, txid: string): string {
  const { family } = chains[chain]
  if (family === 'solana') return txid
  const hex = txid.toLowerCase().replace(/^0x/, '')
  return family === 'evm' ? `0x${hex}` : hex
}
