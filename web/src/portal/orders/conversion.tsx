import { type RowOf, useCall } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { priceText } from '../../shared/prices/figures.ts'
import { pairOf } from './pair.ts'
import { Cost, Legs } from './parts.tsx'

const crumbs = [{ title: 'Conversions', to: '/orders/conversions' }]

/** One conversion: its legs and its cost. */
export function Page() {
  const id = usePathId()
  const found = useCall('queryConversions', { conversionid: id }, { refetchInterval: false })
  return (
    <Loaded query={found} lines={8}>
      {({ conversions: [conversion] }) =>
        conversion === undefined ? (
          <>
            <PageHead title="Conversion" crumbs={crumbs} />
            <Empty title="There is no such conversion.">Look for it in the list.</Empty>
          </>
        ) : (
          <Conversion conversion={conversion} />
        )
      }
    </Loaded>
  )
}

function Conversion({ conversion }: { conversion: RowOf<'queryConversions'> }) {
  const { symbol, status, sold_currency, bought_currency, price, reason, quoteid, clreqid, conversionid } = conversion
  const pair = pairOf(symbol)
  const isDone = status === 'completed'
  return (
    <>
      <PageHead
        title={`${sold_currency} into ${bought_currency}`}
        crumbs={crumbs}
        badge={<StateBadge state={status} box />}
        sub={<Time at={conversion.created_at} evidence />}
      />
      <div className="split">
        <div>
          {!isDone && (
            <Banner tone="broken" title="Rejected. Nothing was converted.">
              {reason}
            </Banner>
          )}
          {isDone && <Legs exchange={conversion} />}
          <Section title="Details">
            <Facts
              left
              rows={[
                ['Pair', symbol],
                price === null ? null : ['Price', `${priceText(price, pair.price_decimals)} ${pair.quote}`],
                ['By', quoteid === null ? 'the current price of the desk' : 'a firm quote'],
                quoteid === null ? null : ['Quote', <Id key="q" value={quoteid} />],
                clreqid === null ? null : ['Your reference', <Id key="c" value={clreqid} />],
                ['Conversion id', <Id key="i" value={conversionid} />],
              ]}
            />
          </Section>
        </div>
        {isDone && <Cost exchange={conversion} />}
      </div>
    </>
  )
}
