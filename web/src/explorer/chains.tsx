import { useSandbox } from '../app/sandbox.ts'
import { Badge } from '../kit/value/badge.tsx'
import { Link } from '../kit/link.tsx'
import { Empty, Loaded } from '../kit/loading.tsx'
import { PageHead } from '../kit/page.tsx'
import type { ChainsView } from '@specie/protocol/sandbox/explorer.ts'
import { count } from './data.ts'
import style from './explorer.module.css'

/** Every local chain with its height. */
export function Page() {
  const chains = useSandbox<ChainsView>('explorer', { refetchInterval: 5_000 })
  return (
    <>
      <PageHead title="Chains" sub="The chains of this UAT, with decoded blocks, transactions and addresses." />
      <Loaded query={chains} lines={6}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No chain runs.">Start them with npm start.</Empty>
          ) : (
            <div className={style['chains']}>
              {items.map(({ chain, name, height, final }) => (
                <Link key={chain} to={`/${chain}`}>
                  {name}
                  <b>{height === null ? '…' : count(height)}</b>
                  {height === null ? (
                    <Badge tone="broken">Does not answer</Badge>
                  ) : (
                    <small>blocks, final up to {count(final ?? 0)}</small>
                  )}
                </Link>
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  )
}
