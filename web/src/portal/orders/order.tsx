import { type RowOf, useCall } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { priceText, shortText } from '../../shared/prices/figures.ts'
import { rejection } from '../trade/words.ts'
import { orderKind } from './timeline.ts'
import { pairOf } from './pair.ts'
import { Cost, Legs } from './parts.tsx'

/** One order: its terms, its result and its cost. */
export function Page() {
  const id = usePathId()
  const found = useCall('queryOrders', { ordid: id }, { refetchInterval: false })
  return (
    <Loaded query={found} lines={8}>
      {({ orders: [order] }) =>
        order === undefined ? (
          <>
            <PageHead title="Order" crumbs={[{ title: 'Orders', to: '/orders' }]} />
            <Empty title="There is no such order.">Look for it in the list, or by your reference with Ctrl K.</Empty>
          </>
        ) : (
          <Order order={order} />
        )
      }
    </Loaded>
  )
}

function Order({ order }: { order: RowOf<'queryOrders'> }) {
  const pair = pairOf(order.symbol)
  const isFilled = order.ordstatus === 'Filled'
  const price = (text: string) => priceText(text, pair.price_decimals)
  return (
    <>
      <PageHead
        title={`${order.side} ${shortText(order.orderqty)} ${pair.base}`}
        crumbs={[{ title: 'Orders', to: '/orders' }]}
        badge={<StateBadge state={order.ordstatus} box />}
        sub={<Time at={order.created_at} evidence />}
      />
      <div className="split">
        <div>
          {!isFilled && (
            <Banner tone="broken" title="Rejected. Nothing was traded.">
              {rejection(order.error.code, pair, null, undefined)}
            </Banner>
          )}
          {isFilled && <Legs exchange={order} />}
          <Section title="Order">
            <Facts
              left
              rows={[
                ['Pair', order.symbol],
                ['Side', order.side],
                ['Quantity', <Money key="q" amount={order.orderqty} currency={pair.base} />],
                ['Limit', `${price(order.price)} ${pair.quote}`],
                order.avg_price === null ? null : ['Average price', `${price(order.avg_price)} ${pair.quote}`],
                ['Kind', 'Limit, fill or kill'],
                ['Your reference', <Id key="c" value={order.clordid} />],
                ['Order id', <Id key="o" value={order.ordid} />],
                isFilled ? ['Trade', <TradeOf key="t" ordid={order.ordid} />] : null,
              ]}
            />
          </Section>
        </div>
        <div>
          {isFilled && <Cost exchange={order} />}
          <Panel title="Timeline">
            <Timeline
              kind={orderKind}
              reached={[
                { state: 'received', at: order.created_at },
                { state: isFilled ? 'Filled' : 'Rejected', at: order.updated_at },
              ]}
            />
          </Panel>
        </div>
      </div>
    </>
  )
}

/** The trade of an order. */
function TradeOf({ ordid }: { ordid: string }) {
  const { data } = useCall('queryTrades', { ordid }, { refetchInterval: false })
  const tradeid = data?.trades[0]?.tradeid
  return tradeid === undefined ? <span className="muted">…</span> : <Id value={tradeid} to={`/trades/${tradeid}`} />
}
