import { useSandbox } from '../app/sandbox.ts'
import { Badge } from '../kit/value/badge.tsx'
import { Id } from '../kit/value/id.tsx'
import { Link } from '../kit/link.tsx'
import { Loaded } from '../kit/loading.tsx'
import { chainName } from '../kit/value/names.ts'
import { Facts, PageHead, Section } from '../kit/page.tsx'
import { Time } from '../kit/value/time.tsx'
import { usePathId } from '../kit/url-state.ts'
import type { BlockView } from '@specie/protocol/sandbox/explorer.ts'
import { count, useChain } from './data.ts'
import { TxTable } from './parts.tsx'

export function Page() {
  const [chain, id] = [useChain(), usePathId()]
  const block = useSandbox<BlockView>(`explorer/${chain}/block/${encodeURIComponent(id)}`, { refetchInterval: 5_000 })
  return (
    <>
      <PageHead
        title={`Block ${/^\d+$/.test(id) ? count(Number(id)) : id}`}
        crumbs={[
          { title: 'Chains', to: '/' },
          { title: chainName(chain), to: `/${chain}` },
        ]}
        badge={block.data && <Finality {...block.data} />}
      />
      <Loaded query={block} lines={8}>
        {({ height, hash, parent, time, transactions, items, confirmations }) => (
          <>
            <Facts
              left
              rows={[
                ['Hash', <Id key="h" value={hash} />],
                parent === null
                  ? null
                  : [
                      'Parent',
                      <Link key="p" className="link" to={`/${chain}/block/${height - 1}`}>
                        Block {count(height - 1)}
                      </Link>,
                    ],
                ['Time', <Time key="t" at={time} evidence />],
                ['Confirmations', count(confirmations)],
              ]}
            />
            <div className="sec-gap" />
            <Section
              title="Transactions"
              note={
                transactions > items.length
                  ? `the first ${items.length} of ${count(transactions)}`
                  : count(transactions)
              }
            >
              <TxTable items={items} label="Transactions" showBlock={false} empty="The block is empty." />
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}

export function Finality({ final, confirmations }: { final: boolean; confirmations: number }) {
  if (final) return <Badge tone="done">Final</Badge>
  return (
    <Badge tone="waits">{confirmations === 0 ? 'Not in a block yet' : `${count(confirmations)} confirmations`}</Badge>
  )
}
