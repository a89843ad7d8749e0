import { explorerAddress } from './explorer-link.ts'
import { Id } from '../kit/value/id.tsx'

/** A transaction of a chain, linked to its explorer. */
export function Txid({ chain, txid }: { chain: string | null; txid: string }) {
  return <Id value={txid} {...(chain !== null && { href: explorerAddress(chain, txid) })} />
}
