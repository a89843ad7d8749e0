import { type Span, spans } from '@specie/protocol/portal/price-spans.ts'
import { useCall } from '../../api/use-call.ts'
import { Empty, ErrorState, Skeleton } from '../../kit/loading.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { type Ladder, midOf, type Pair, priceText, shortText } from '../../shared/prices/figures.ts'
import { type Mark, type Point, PriceChart } from '../../shared/prices/price-chart.tsx'
import { pointsOf, rangeOf, stepText } from '../../shared/prices/price-points.ts'
import style from './trade.module.css'
import { useLadder } from './use-market.ts'
import { bought } from './words.ts'

const usual: Span = '24h'
const words: { readonly [span in Span]: [button: string, sentence: string] } = {
  '1h': ['1 h', 'hour'],
  '24h': ['24 h', 'day'],
  '7d': ['7 d', 'week'],
  '30d': ['30 d', '30 days'],
}
const names = Object.keys(spans) as Span[]

/** The recorded mid price up to now, with the institution's own trades as dots. */
export function PricePanel({ pair }: { pair: Pair }) {
  const [state, change] = useUrlState()
  const span = names.find((name) => name === state['range']) ?? usual
  const history = useCall('priceHistory', { symbol: pair.symbol, span }, { refetchInterval: 60_000 })
  const ladder = useLadder(pair.symbol)
  const marks = useOwnTrades(pair)
  const points = [...pointsOf(history.data?.prices ?? []), ...pointNow(pair, ladder.data)]
  const [first, last] = [points[0], points.at(-1)]
  return (
    <section className={`sec ${style['price']}`}>
      <div className="sec-h">
        <h2>Mid price</h2>
        <div className="end" role="group" aria-label="Span of the chart">
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className={style['range']}
              aria-pressed={name === span}
              onClick={() => change({ range: name === usual ? undefined : name })}
            >
              {words[name][0]}
            </button>
          ))}
        </div>
      </div>
      {history.data === undefined ? (
        history.error ? (
          <ErrorState error={history.error} retry={() => void history.refetch()} />
        ) : (
          <Skeleton lines={8} />
        )
      ) : first === undefined || last === undefined ? (
        <Empty title={`No price in the last ${words[span][1]}.`}>The line begins with the first bid and ask.</Empty>
      ) : (
        <PriceChart
          label={`Mid price of ${pair.symbol} over the last ${words[span][1]}`}
          decimals={pair.price_decimals}
          points={points}
          marks={marks}
          gapMs={2.5 * history.data.step_seconds * 1_000}
          {...rangeOf(span, last, Date.now())}
        />
      )}
      {first !== undefined && (
        <p className={`small muted ${style['note']}`}>
          One price {stepText(span)}; gaps are times without a bid or an ask. Dots are your own trades.
        </p>
      )}
    </section>
  )
}

/** The end of the line is the current price. */
function pointNow(pair: Pair, ladder: Ladder | undefined): Point[] {
  const mid = ladder && midOf(pair, ladder)
  return mid == null ? [] : [{ at: ladder!.timestamp, value: Number(mid) }]
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
