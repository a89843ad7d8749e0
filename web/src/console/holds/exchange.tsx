import { useCall } from '../../api/use-call.ts'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import type { HoldCase } from './hold-case.ts'

/** The exchange of the Travel Rule that keeps a transfer waiting. */
export function HeldExchange({ found: { hold, thing } }: { found: HoldCase }) {
  if (hold.reason !== 'travel_rule' || thing === null) return null
  return <Exchanges transferid={thing.id} />
}

function Exchanges({ transferid }: { transferid: string }) {
  const list = useCall('exchanges', { transferid })
  return (
    <Section title="Exchange with the provider">
      <Loaded query={list}>
        {({ items }) => (
          <SmallTable
            name="Exchanges"
            rows={items}
            rowKey={({ exchangeid }) => exchangeid}
            empty="There is no exchange about this transfer."
            columns={[
              [
                'Provider',
                ({ exchangeid, vasp }) => (
                  <Link className="link" to={`/exchanges/${exchangeid}`}>
                    {vasp ?? 'Unknown'}
                  </Link>
                ),
              ],
              ['Problem', ({ problem }) => problem ?? 'none'],
              ['Status', ({ state }) => <StateBadge state={state} />],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}
