import { Banner } from '../../kit/banner.tsx'
import { Skeleton } from '../../kit/loading.tsx'
import { Money, moneyText } from '../../kit/value/money.tsx'
import { Facts } from '../../kit/page.tsx'
import {
  averageOf,
  type Fields,
  type Ladder,
  midOf,
  minorOf,
  type Pair,
  priceText,
  type Side,
  spreadCost,
  textOf,
  worstCase,
} from '../../shared/prices/figures.ts'
import style from './trade.module.css'
import { leftRows } from '../../shared/limits.tsx'
import type { DryRun } from '../../shared/use-dry-run.ts'
import { rejection } from './words.ts'

type Exchange = {
  bought: string
  bought_currency: string
  sold: string
  sold_currency: string
  fee: string
  fee_currency: string
}
export type Balances = ((asset: string) => string) | null

/** The net amounts in and out. The fee is separate from the amount of the quote asset. */
export function netOf(exchange: Exchange) {
  const { bought, bought_currency, sold, sold_currency, fee, fee_currency } = exchange
  const charged = minorOf(fee, fee_currency)
  return {
    gets: textOf(minorOf(bought, bought_currency) - (fee_currency === bought_currency ? charged : 0n), bought_currency),
    pays: textOf(minorOf(sold, sold_currency) + (fee_currency === sold_currency ? charged : 0n), sold_currency),
  }
}

type FactRow = readonly [string, React.ReactNode]

/** The balances after the exchange, each with its current value. */
export function balancesAfter(exchange: Exchange, balances: Balances): FactRow[] {
  if (balances === null) return []
  const { gets, pays } = netOf(exchange)
  const row = (asset: string, change: bigint): FactRow => [
    `${asset} after`,
    <span key={asset}>
      <Money amount={textOf(minorOf(balances(asset), asset) + change, asset)} currency={asset} align />
      <small>now {moneyText(balances(asset))}</small>
    </span>,
  ]
  const [paid, got] = [exchange.sold_currency, exchange.bought_currency]
  return [row(paid, -minorOf(pays, paid)), row(got, minorOf(gets, got))]
}

/** The commission, and the spread compared with the mid price. */
export function costRows(pair: Pair, side: Side, exchange: Exchange, mid: string | null): FactRow[] {
  const [quantity, amount] = side === 'Buy' ? [exchange.bought, exchange.sold] : [exchange.sold, exchange.bought]
  return [
    ['Fee', <Money key="c" amount={exchange.fee} currency={exchange.fee_currency} align />],
    ...(mid === null
      ? []
      : [
          [
            'Spread',
            <span key="s">
              <Money amount={spreadCost(pair, side, quantity, amount, mid)} currency={pair.quote} align />
              <small>mid {priceText(mid, pair.price_decimals)}</small>
            </span>,
          ] as const,
        ]),
  ]
}

type Props = {
  pair: Pair
  fields: Fields
  dryRun: DryRun<'addOrder'>
  ladder: Ladder | undefined
  balances: Balances
}

/** The effect of the order now, by the service's dry run. */
export function Consequence({ pair, fields, dryRun: { answer, isCurrent, error }, ladder, balances }: Props) {
  if (error !== null) return null
  if (answer === undefined) return <Skeleton lines={5} />
  const { order, limits = [] } = answer
  const max = limits.find(({ limit }) => limit === 'order_maximum')
  if (answer.error.code !== null)
    return (
      <div className={isCurrent ? undefined : style['old']}>
        <Banner tone="waits" title="This order would be rejected now.">
          {rejection(answer.error.code, pair, fields, ladder)}
        </Banner>
      </div>
    )
  const { gets, pays } = netOf(order)
  const isBuy = fields.side === 'Buy'
  const [quantity, amount] = isBuy ? [order.bought, order.sold] : [order.sold, order.bought]
  const average = priceText(averageOf(pair, quantity, amount), pair.price_decimals)
  return (
    <div className={`${style['aligned']} ${isCurrent ? '' : style['old']}`} aria-busy={!isCurrent}>
      <Facts
        rows={[
          [
            isBuy ? 'You get' : 'You give',
            <b key="q">
              <Money amount={isBuy ? gets : pays} currency={pair.base} align />
            </b>,
          ],
          [
            isBuy ? 'You pay now' : 'You get now',
            <span key="a">
              <b>
                <Money amount={isBuy ? pays : gets} currency={pair.quote} align />
              </b>
              <small>{average} on average</small>
            </span>,
          ],
          [
            isBuy ? 'Never more than' : 'Never less than',
            <Money key="w" amount={worstCase(pair, fields)} currency={pair.quote} align />,
          ],
          ...costRows(pair, fields.side, order, (ladder && midOf(pair, ladder)) ?? null),
          ...balancesAfter(order, balances),
          max === undefined
            ? null
            : ['Maximum in one order', <Money key="m" amount={max.left} currency={max.asset} align />],
          ...leftRows(limits),
        ]}
      />
    </div>
  )
}
