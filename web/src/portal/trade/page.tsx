import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { PageHead, Panel, Stat } from '../../kit/page.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import {
  type Fields,
  type Level,
  type Pair,
  priceText,
  type Side,
  spreadOf,
  takenOver,
} from '../../shared/prices/figures.ts'
import { FirmQuote } from './firm-quote.tsx'
import { LadderPanel } from './ladder.tsx'
import { PairChoice } from './pair-choice.tsx'
import { PricePanel } from './price-panel.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { TradeTabs } from './tabs.tsx'
import { Ticket } from './ticket.tsx'
import style from './trade.module.css'
import { useBalances } from '../use-balances.ts'
import { useLadder } from './use-market.ts'

/** The prices of a pair, and the order ticket. */
export function Page() {
  const [{ pair: chosen }] = useUrlState()
  const pairs = useCall('getTradingPairs', {})
  return (
    <Loaded query={pairs} lines={8}>
      {({ pairs: all }) => {
        const pair = all.find(({ symbol }) => symbol === (chosen ?? all[0]?.symbol))
        if (pair === undefined)
          return (
            <>
              <PageHead title="Trade" acts={<PairChoice pairs={all} symbol="" />} />
              <Empty title={`${chosen} is not traded here.`}>Choose one of the pairs above.</Empty>
            </>
          )
        return (
          <>
            <PageHead title={`Trade ${pair.symbol}`} acts={<Figures pair={pair} />}>
              <PairChoice pairs={all} symbol={pair.symbol} />
            </PageHead>
            <TradeTabs />
            <Desk key={pair.symbol} pair={pair} />
          </>
        )
      }}
    </Loaded>
  )
}

function Figures({ pair }: { pair: Pair }) {
  const { data } = useLadder(pair.symbol)
  const price = (level: Level | undefined) => (level ? priceText(level.price, pair.price_decimals) : '–')
  const spread = data && spreadOf(pair, data)
  return (
    <div className={style['figures']}>
      <Stat name="Bid">{price(data?.bids[0])}</Stat>
      <Stat name="Ask">{price(data?.asks[0])}</Stat>
      <Stat name="Spread">{spread ? `${spread.bps} bps` : '–'}</Stat>
      <Stat name="Fee">{pair.fee_bps / 100} %</Stat>
    </div>
  )
}

const nothing: Fields = { side: 'Buy', quantity: '', price: '' }

function Desk({ pair }: { pair: Pair }) {
  const [fields, setFields] = useState(nothing)
  const balances = useBalances()
  const ladder = useLadder(pair.symbol).data
  const mayTrade = mayDo(useMe(), 'money.trade')

  const takeOver = (side: Side, level: Level & { total: string }) => {
    const available = balances?.(side === 'Buy' ? pair.quote : pair.base) ?? '0'
    const quantity = fields.quantity === '' ? takenOver(pair, side, level, available) : fields.quantity
    setFields({ side, quantity, price: level.price })
  }

  return (
    <>
      {ladder?.status === 'offline' && (
        <div className={style['notice']}>
          <Banner tone="waits" title={`${pair.symbol} is not trading now.`}>
            Orders would be rejected. This page updates automatically when trading resumes.
          </Banner>
        </div>
      )}
      <div className={style['desk']}>
        <PricePanel pair={pair} />
        <LadderPanel pair={pair} fields={fields} onTake={mayTrade ? takeOver : null} />
        <div className={style['acts']}>
          {mayTrade ? (
            <>
              <Ticket {...{ pair, fields, setFields, ladder, balances }} />
              <FirmQuote {...{ pair, fields, ladder, balances }} />
            </>
          ) : (
            <Panel title="Order">
              <p className="s13 muted">You can see prices. Placing orders needs the role trader.</p>
            </Panel>
          )}
        </div>
        <RecentOrders pair={pair} />
      </div>
    </>
  )
}
