import { useCall } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { grouped } from '../../kit/value/money.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { rounded } from '../figures.ts'
import { PairSwitch } from '../halts/pair-halt.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { PairBook, PairPrices } from './book.tsx'
import { DeskLately, FilledLately } from '../last-hour.tsx'
import { Venues } from './venues.tsx'

/** Pairs with best prices and switches, and the venues. */
export function Page() {
  const pairs = useCall('pairs', {})
  const quotes = useCall('getQuotes', {}, { refetchInterval: 3_000 })
  const [{ pair: chosen }, change] = useUrlState()
  const quoteOf = (symbol: string) => quotes.data?.quotes.find((one) => one.symbol === symbol)
  return (
    <>
      <PageHead
        title="Trading"
        sub="Pairs with their prices, and the venues behind them. One person can halt a pair; two people must resume it."
      />
      <Loaded query={pairs} lines={8}>
        {({ items }) => {
          const shown =
            items.find(({ symbol }) => symbol === chosen) ?? items.find(({ state }) => state === 'halted') ?? items[0]
          if (shown === undefined) return <Empty title="No pair." />
          return (
            <div className="split">
              <div>
                <Section title="Pairs" note="best prices now">
                  <SmallTable
                    name="Pairs"
                    rows={items}
                    rowKey={({ symbol }) => symbol}
                    empty=""
                    stack={false}
                    columns={[
                      [
                        'Pair',
                        ({ symbol }) => (
                          <button
                            type="button"
                            className="link nw"
                            aria-pressed={symbol === shown.symbol}
                            onClick={() => change({ pair: symbol })}
                          >
                            {symbol === shown.symbol ? <b>{symbol}</b> : symbol}
                          </button>
                        ),
                      ],
                      ['Bid', ({ symbol }) => <Price level={quoteOf(symbol)?.b} />, 'num'],
                      ['Ask', ({ symbol }) => <Price level={quoteOf(symbol)?.a} />, 'num'],
                      [
                        'Spread',
                        ({ symbol }) => <Spread bid={quoteOf(symbol)?.b} offer={quoteOf(symbol)?.a} />,
                        'num not-phone',
                      ],
                      ['Filled, last hour', (pair) => <FilledLately pair={pair} />, 'num not-phone'],
                      ['Desk, net', (pair) => <DeskLately pair={pair} />, 'num not-phone'],
                      ['Status', ({ state }) => <StateBadge state={state} />],
                    ]}
                  />
                </Section>
                <PairBook symbol={shown.symbol} />
                <PairPrices symbol={shown.symbol} />
                <Venues />
              </div>
              <PairSwitch pair={shown} />
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

type Level = readonly string[] | null | undefined

function Price({ level }: { level: Level }) {
  if (level?.[0] === undefined) return <span className="muted">none</span>
  const [whole = '0', fraction] = level[0].split('.')
  return <span className="m">{fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`}</span>
}

/** In basis points of the mid price. */
function Spread({ bid, offer }: { bid: Level; offer: Level }) {
  const [low, high] = [Number(bid?.[0]), Number(offer?.[0])]
  if (!(low > 0 && high > 0)) return <span className="muted">none</span>
  return <span className="nw">{rounded(((high - low) / ((high + low) / 2)) * 10_000, 1)} bps</span>
}
