import { assets } from '@specie/protocol/assets.ts'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Facts, Panel, Section } from '../../kit/page.tsx'
import { minorOf, type Side, spreadCost, textOf } from '../../shared/prices/figures.ts'
import { isZero } from '../decimals.ts'
import { pairOf } from './pair.ts'
import style from './orders.module.css'

type Exchanged = {
  symbol: string
  side: Side
  bought: string
  bought_currency: string
  sold: string
  sold_currency: string
  fee: string
  fee_currency: string
}

/** The amounts in and out, each with its asset. */
export function Legs({ exchange }: { exchange: Exchanged }) {
  const { bought, bought_currency, sold, sold_currency, fee, fee_currency } = exchange
  const legs: readonly (readonly [name: string, amount: string, asset: string])[] = [
    ['You received', bought, bought_currency],
    ['You gave', `-${sold}`, sold_currency],
    ...(isZero(fee) ? [] : [['Fee', `-${fee}`, fee_currency] as const]),
  ]
  return (
    <Section title="Legs" note="booked together at the same time">
      <SmallTable
        name="Legs"
        rows={legs}
        rowKey={([name]) => name}
        empty="No legs."
        columns={[
          ['Leg', ([name]) => name],
          ['Asset', ([, , asset]) => assets[asset as keyof typeof assets].name, 'not-phone'],
          [
            'Change of your balance',
            ([, amount, asset]) => <Money amount={amount} currency={asset} signed align />,
            'num',
          ],
        ]}
      />
    </Section>
  )
}

/** The cost: the commission, and the spread in the price. */
export function Cost({ exchange }: { exchange: Exchanged }) {
  const { symbol, side, bought, sold, fee, fee_currency } = exchange
  const pair = pairOf(symbol)
  const isPar = assets[pair.base].fiat === pair.quote
  const [quantity, amount] = side === 'Buy' ? [bought, sold] : [sold, bought]
  const spread = isPar ? spreadCost(pair, side, quantity, amount, '1') : null
  return (
    <Panel title="Cost">
      <Facts
        rows={[
          ['Fee', <Money key="c" amount={fee} currency={fee_currency} align />],
          [
            'Spread',
            spread === null ? (
              <span className="muted">in the price</span>
            ) : (
              <span key="s">
                <Money amount={spread} currency={pair.quote} align />
                <small>
                  compared with par, 1 {pair.base} for 1 {pair.quote}
                </small>
              </span>
            ),
          ],
          spread === null
            ? null
            : [
                'Together',
                <b key="t">
                  <Money amount={sum(spread, fee, pair.quote)} currency={pair.quote} align />
                </b>,
              ],
        ]}
      />
      {spread === null && (
        <p className={`small muted ${style['cost']}`}>
          We do not store the mid price at that time, so the spread of this pair is unknown.
        </p>
      )}
    </Panel>
  )
}

const sum = (spread: string, fee: string, asset: string): string => {
  const isGain = spread.startsWith('-')
  const minor = minorOf(isGain ? spread.slice(1) : spread, asset)
  return textOf((isGain ? -minor : minor) + minorOf(fee, asset), asset)
}
