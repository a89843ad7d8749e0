import { explorerAddress } from '../app/explorer-link.ts'
import { isUat } from '../app/environment.ts'
import { Id, shortened } from '../kit/id.tsx'

/** A transaction of a chain, linked to where it is shown. */
export function Txid({ chain, txid }: { chain: string | null; txid: string }) {
  if (chain === null || !isUat) return <Id value={txid} />
  return (
    <span className="id" title={txid}>
      <a href={explorerAddress(chain, txid)}>{shortened(txid)}</a>
    </span>
  )
}
