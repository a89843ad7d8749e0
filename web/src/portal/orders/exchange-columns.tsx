import { moneyColumn, timeColumn } from '../../kit/table/columns.tsx'
import type { Column } from '../../kit/table/data-table.tsx'
import { Money } from '../../kit/value/money.tsx'
import style from './orders.module.css'

type OfPair = { created_at: string; symbol: string; side: string }
type Exchanged = OfPair & {
  bought: string
  bought_currency: string
  sold: string
  sold_currency: string
  fee: string
  fee_currency: string
}

/** The first columns of orders, trades and conversions. */
export const pairColumns = <R extends OfPair>(): Column<R>[] => [
  timeColumn('created_at', 'Time', ({ created_at }) => created_at, { phone: 'title' }),
  {
    key: 'symbol',
    title: 'Pair',
    cell: ({ symbol, side }) => (
      <>
        <span className="only-phone">{side} </span>
        {symbol}
      </>
    ),
    text: ({ symbol }) => symbol,
  },
  { key: 'side', title: 'Side', text: ({ side }) => side, phone: 'hide' },
]

/** The common columns of trades and conversions. */
export const exchangeColumns = <R extends Exchanged>(): Column<R>[] => [
  ...pairColumns<R>(),
  {
    key: 'bought',
    title: 'In',
    cell: ({ bought, bought_currency }) => (
      <span className={style['line']}>
        <Money amount={bought} currency={bought_currency} align />
      </span>
    ),
    text: ({ bought, bought_currency }) => `${bought} ${bought_currency}`,
    right: true,
  },
  {
    key: 'sold',
    title: 'Out',
    cell: ({ sold, sold_currency }) => (
      <span className={style['line']}>
        <Money amount={sold} currency={sold_currency} align />
      </span>
    ),
    text: ({ sold, sold_currency }) => `${sold} ${sold_currency}`,
    right: true,
  },
  moneyColumn('fee', 'Fee', ({ fee, fee_currency }) => [fee, fee_currency], { extra: true, phone: 'hide' }),
]
