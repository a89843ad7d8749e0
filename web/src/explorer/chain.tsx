import { useSandbox } from '../app/sandbox.ts'
import { Link } from '../kit/link.tsx'
import { Loaded } from '../kit/loading.tsx'
import { chainName } from '../kit/value/names.ts'
import { PageHead, Section } from '../kit/page.tsx'
import { Time } from '../kit/value/time.tsx'
import { useUrlState } from '../kit/url-state.ts'
import type { BlockRow, ChainView } from '@specie/protocol/sandbox/explorer.ts'
import { count, useChain } from './data.ts'
import { TxTable } from './parts.tsx'

/** The latest blocks and transactions of one chain. */
export function Page() {
  const chain = useChain()
  const [{ below }] = useUrlState()
  const query = below === undefined ? '' : `?below=${below}`
  const shown = useSandbox<ChainView>(`explorer/${chain}${query}`, {
    refetchInterval: below === undefined ? 5_000 : false,
  })
  return (
    <>
      <PageHead title={chainName(chain)} crumbs={[{ title: 'Chains', to: '/' }]} sub={<Height query={shown.data} />} />
      <Loaded query={shown} lines={8}>
        {({ blocks, next, transactions }) => (
          <>
            {below === undefined && (
              <Section title="Latest transactions">
                <TxTable
                  items={transactions}
                  label="Latest transactions"
                  empty="The first mint or deposit appears here."
                />
              </Section>
            )}
            <Section
              title={below === undefined ? 'Latest blocks' : `Blocks below ${count(Number(below))}`}
              {...(chain === 'SOL' && { note: 'slots with transactions' })}
            >
              <Blocks chain={chain} blocks={blocks} />
              <p className="row sec-gap">
                {below !== undefined && (
                  <Link className="btn sm" to={`/${chain}`}>
                    Latest
                  </Link>
                )}
                {next !== null && (
                  <Link className="btn sm" to={`/${chain}?below=${next}`}>
                    Older blocks
                  </Link>
                )}
              </p>
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}

function Height({ query }: { query: ChainView | undefined }) {
  if (query === undefined) return '…'
  return `Height ${count(query.height)}, final up to ${count(query.final)}`
}

function Blocks({ chain, blocks }: { chain: string; blocks: readonly BlockRow[] }) {
  return (
    <table>
      <caption className="vh">Blocks</caption>
      <thead>
        <tr>
          <th scope="col">Block</th>
          <th scope="col" className="num">
            Transactions
          </th>
          <th scope="col" className="num">
            Time
          </th>
        </tr>
      </thead>
      <tbody>
        {blocks.map(({ height, time, transactions }) => (
          <tr key={height}>
            <td>
              <Link className="link" to={`/${chain}/block/${height}`}>
                {count(height)}
              </Link>
            </td>
            <td className="num">{transactions === 0 ? <span className="muted">0</span> : count(transactions)}</td>
            <td className="num">
              <Time at={time} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
