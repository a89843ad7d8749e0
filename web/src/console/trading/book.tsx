import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { columnTexts, minorOf, priceText, textOf } from '../../shared/prices/figures.ts'
import { PriceChart } from '../../shared/prices/price-chart.tsx'
import { pointsOf, rangeOf, stepText } from '../../shared/prices/price-points.ts'
import { SmallTable } from '../../kit/table/small-table.tsx'
import style from './trading.module.css'

type Book = Output<'pairBook'>
type Level = Book['bids'][number]

/** All quotes of a pair, with their makers. */
export function PairBook({ symbol }: { symbol: string }) {
  const book = useCall('pairBook', { symbol }, { refetchInterval: 3_000 })
  const [{ venue }] = useUrlState()
  const makers = book.data === undefined ? [] : makersOf(book.data, venue)
  return (
    <Section
      title={`Book of ${symbol}`}
      note="deliverable now"
      end={
        <FilterChoice
          name="venue"
          label="Quoted by"
          options={makers.map((value) => ({ value, label: sentence(value) }))}
        />
      }
    >
      <Loaded query={book} lines={6}>
        {({ bids, asks }) => {
          const shown = (levels: readonly Level[]) =>
            levels.filter(({ provider }) => venue === undefined || provider === venue)
          const [buys, sells] = [shown(bids), shown(asks)]
          if (buys.length + sells.length === 0)
            return <Empty title="No quotes now.">Quotes of the desk and of venues appear automatically.</Empty>
          return (
            <div className={style['sides']}>
              <Side name="Bids" symbol={symbol} levels={buys} />
              <Side name="Asks" symbol={symbol} levels={sells} />
            </div>
          )
        }}
      </Loaded>
    </Section>
  )
}

/** The makers that quote now, and the chosen one. */
const makersOf = ({ bids, asks }: Book, chosen: string | undefined): string[] =>
  [
    ...new Set([...bids, ...asks].map(({ provider }) => provider).concat(chosen === undefined ? [] : [chosen])),
  ].toSorted()

function Side({ name, symbol, levels }: { name: 'Bids' | 'Asks'; symbol: string; levels: readonly Level[] }) {
  const [base = ''] = symbol.split('/')
  const decimals = decimalsIn(levels.map(({ price }) => price))
  const totals = runningTotals(base, levels)
  const texts = columnTexts([...levels.map(({ quantity }) => quantity), ...totals])
  const rows = levels.map((level, n) => ({ ...level, n, quantity: texts[n]!, total: texts[levels.length + n]! }))
  return (
    <div>
      <h3 className={style['side']}>{name}</h3>
      <SmallTable
        name={`${name} of ${symbol}`}
        rows={rows}
        rowKey={({ n }) => String(n)}
        empty={`There are no ${name.toLowerCase()}.`}
        stack={false}
        columns={[
          ['Price', ({ price }) => <span className="m">{priceText(price, decimals)}</span>],
          ['By', ({ provider }) => sentence(provider)],
          [`Quantity, ${base}`, ({ quantity }) => <span className="m">{quantity}</span>, 'num'],
          [`Total, ${base}`, ({ total }) => <span className="m muted">{total}</span>, 'num'],
        ]}
      />
    </div>
  )
}

function runningTotals(base: string, levels: readonly Level[]): string[] {
  let total = 0n
  return levels.map(({ quantity }) => textOf((total += minorOf(quantity, base)), base))
}

/** The mid price of the last day. */
export function PairPrices({ symbol }: { symbol: string }) {
  const history = useCall('priceHistory', { symbol, span: '24h' }, { refetchInterval: 60_000 })
  return (
    <Section title="Mid price" note="the last 24 hours">
      <Loaded query={history} lines={6}>
        {({ prices, step_seconds }) => {
          if (prices.length < 2) return <Empty title="No prices yet.">There is one {stepText('24h')}.</Empty>
          return (
            <PriceChart
              label={`Mid price of ${symbol} over the last 24 hours`}
              decimals={decimalsIn(prices.flatMap(({ bid, ask }) => [bid, ask]))}
              points={pointsOf(prices)}
              marks={[]}
              {...rangeOf('24h', pointsOf(prices).at(-1)!, Date.now())}
              gapMs={2.5 * step_seconds * 1_000}
            />
          )
        }}
      </Loaded>
    </Section>
  )
}

/** The largest number of decimals among these. */
const decimalsIn = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
