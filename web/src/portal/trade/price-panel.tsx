import { useCall } from '../../api/use-call.ts'
import { Empty, Skeleton } from '../../kit/loading.tsx'
import { timeText } from '../../kit/time.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { type Pair, priceText, shortText } from './figures.ts'
import { type Mark, PriceChart } from './price-chart.tsx'
import { useSeenPrices } from './seen-prices.ts'
import style from './trade.module.css'
import { useLadder } from './use-market.ts'
import { bought } from './words.ts'

const dayMs = 86_400_000
/** So that the first prices do not fill the whole width. */
const shortestMs = 60_000
const ranges = [
  { value: 'opened', label: 'Since opened', ms: null },
  { value: '24h', label: '24 h', ms: dayMs },
  { value: '30d', label: '30 d', ms: 30 * dayMs },
] as const

/** The mid price that this page has seen, and the institution's own trades as dots. */
export function PricePanel({ pair }: { pair: Pair }) {
  const [state, change] = useUrlState()
  const range = ranges.find(({ value }) => value === state['range']) ?? ranges[0]
  const ladder = useLadder(pair.symbol)
  const points = useSeenPrices(pair, ladder.data)
  const marks = useOwnTrades(pair)
  const [first, last] = [points[0], points.at(-1)]
  const now = last === undefined ? Date.now() : Date.parse(last.at)
  const opened = first === undefined ? now : Date.parse(first.at)
  const span =
    range.ms === null ? { from: opened, to: Math.max(now, opened + shortestMs) } : { from: now - range.ms, to: now }
  return (
    <section className={`sec ${style['price']}`}>
      <div className="sec-h">
        <h2>Mid price</h2>
        <div className="end" role="group" aria-label="Span of the chart">
          {ranges.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              className={style['range']}
              aria-pressed={value === range.value}
              onClick={() => change({ range: value === 'opened' ? undefined : value })}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      {first === undefined && ladder.data === undefined && <Skeleton lines={5} />}
      {first === undefined && ladder.data !== undefined && (
        <Empty title="No price seen yet.">The line begins with the first pair of bid and ask.</Empty>
      )}
      {first !== undefined && (
        <PriceChart
          label={`Mid price of ${pair.symbol} since ${timeText(first.at)}`}
          decimals={pair.price_decimals}
          points={points}
          marks={marks}
          {...span}
        />
      )}
      <p className={`small muted ${style['note']}`}>
        The line is what this page has seen since {first === undefined ? 'it was opened' : timeText(first.at)}: the
        service publishes no price history. Dots are your own trades.
      </p>
    </section>
  )
}

/** The latest trades of the institution in this pair. */
function useOwnTrades(pair: Pair): readonly Mark[] {
  const { data } = useCall('queryTrades', { symbol: pair.symbol, limit: '100' })
  return (data?.trades ?? []).map(({ side, qty, price, settled_at }) => ({
    at: Date.parse(settled_at),
    value: Number(price),
    text: `You ${bought(side)} ${shortText(qty)} at ${priceText(price, pair.price_decimals)}`,
  }))
}
