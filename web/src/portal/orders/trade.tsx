import { type RowOf, useCall } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { priceText, shortText } from '../../shared/prices/figures.ts'
import { bought } from '../trade/words.ts'
import { orderKind } from './timeline.ts'
import { pairOf } from './pair.ts'
import { Cost, Legs } from './parts.tsx'

const crumbs = [{ title: 'Trades', to: '/orders/trades' }]

/** One trade: its legs and its cost. */
export function Page() {
  const id = usePathId()
  const found = useCall('queryTrades', { tradeid: id }, { refetchInterval: false })
  return (
    <Loaded query={found} lines={8}>
      {({ trades: [trade] }) =>
        trade === undefined ? (
          <>
            <PageHead title="Trade" crumbs={crumbs} />
            <Empty title="There is no such trade.">Look for the trade in the list, or for its order.</Empty>
          </>
        ) : (
          <Trade trade={trade} />
        )
      }
    </Loaded>
  )
}

function Trade({ trade }: { trade: RowOf<'queryTrades'> }) {
  const pair = pairOf(trade.symbol)
  return (
    <>
      <PageHead
        title={`You ${bought(trade.side)} ${shortText(trade.qty)} ${pair.base}`}
        crumbs={crumbs}
        badge={<StateBadge state={trade.status} box />}
        sub={<Time at={trade.settled_at} evidence />}
      />
      <div className="split">
        <div>
          <Legs exchange={trade} />
          <Section title="Details">
            <Facts
              left
              rows={[
                ['Pair', trade.symbol],
                ['Quantity', <Money key="q" amount={trade.qty} currency={pair.base} />],
                ['Price', `${priceText(trade.price, pair.price_decimals)} ${pair.quote}`],
                ['Order', <Id key="o" value={trade.ordid} to={`/orders/${trade.ordid}`} />],
                ['Your reference', <Id key="c" value={trade.clordid} />],
                ['Trade id', <Id key="t" value={trade.tradeid} />],
              ]}
            />
          </Section>
        </div>
        <div>
          <Cost exchange={trade} />
          <Panel title="Timeline">
            <Timeline
              kind={orderKind}
              reached={[
                { state: 'received', at: trade.created_at },
                { state: 'Filled', at: trade.settled_at },
              ]}
            />
          </Panel>
        </div>
      </div>
    </>
  )
}
