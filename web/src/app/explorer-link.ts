import { isUat } from './environment.ts'
import { pageFacts } from './page-facts.ts'

/** Block explorers of production, by chain: `ETH=https://…/{txid} …`. The service writes them into the page. */
const publicExplorers = new Map(
  (pageFacts['explorers'] ?? '').split(' ').map((one) => {
    const at = one.indexOf('=')
    return [one.slice(0, at), one.slice(at + 1)] as const
  }),
)

/** The page of a transaction: in the explorer of UAT, or in the chain's public one. Link to it by `<a href>`. */
export function explorerAddress(chain: string, txid: string): string {
  const known = isUat ? undefined : publicExplorers.get(chain)
  if (known !== undefined) return known.replace('{txid}', encodeURIComponent(txid))
  return `/explorer/${encodeURIComponent(chain)}/tx/${encodeURIComponent(txid)}`
}
