import { isUat } from '../app/environment.ts'
import { explorerAddress } from '../app/explorer-link.ts'
import { Id } from '../kit/id.tsx'

/** A transaction of a chain, linked to where it is shown. */
export function Txid({ chain, txid }: { chain: string | null; txid: string }) {
  return <Id value={txid} {...(chain !== null && isUat && { href: explorerAddress(chain, txid) })} />
}
