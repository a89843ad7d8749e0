import type { Input } from '../../api/call.ts'
import { stateColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { priceText } from '../../shared/prices/figures.ts'
import { shortRejection } from '../trade/words.ts'
import { pairColumns } from './exchange-columns.tsx'
import { DayFilters, PairFilter, sideFilter, useDays } from './filters.tsx'
import { Head } from './head.tsx'
import style from './orders.module.css'
import { decimalsOf } from './pair.ts'
import { type RowOf, useList } from '../../api/use-call.ts'

type Order = RowOf<'queryOrders'>

const columns: readonly Column<Order>[] = [
  ...pairColumns<Order>(),
  {
    key: 'orderqty',
    title: 'Quantity',
    cell: ({ orderqty, symbol }) => (
      <span className={style['line']}>
        <Money amount={orderqty} currency={symbol.split('/')[0]!} align />
      </span>
    ),
    text: ({ orderqty }) => orderqty,
    right: true,
  },
  {
    key: 'price',
    title: 'Limit',
    cell: ({ price, symbol }) => priceText(price, decimalsOf(symbol)),
    text: ({ price }) => price,
    right: true,
  },
  {
    key: 'avg_price',
    title: 'Result',
    cell: ({ avg_price, symbol, error }) => (
      <span className={style['line']}>
        {avg_price === null ? (
          <span className="muted">{shortRejection(error.code)}</span>
        ) : (
          priceText(avg_price, decimalsOf(symbol))
        )}
      </span>
    ),
    text: ({ avg_price, error }) => avg_price ?? error.code ?? '',
    right: true,
  },
  {
    key: 'clordid',
    title: 'Your reference',
    cell: ({ clordid }) => <Id value={clordid} copy={false} />,
    text: ({ clordid }) => clordid,
    phone: 'hide',
  },
  {
    key: 'ordid',
    title: 'Order id',
    cell: ({ ordid }) => <Id value={ordid} copy={false} />,
    text: ({ ordid }) => ordid,
    extra: true,
    phone: 'hide',
  },
  stateColumn(({ ordstatus }) => ordstatus, { key: 'ordstatus', phone: 'side' }),
]

/** All orders of the institution. */
export function Page() {
  const [{ pair, side, state }] = useUrlState()
  const filters = { ...useDays(), symbol: pair, side, ordstatus: state } as Input<'queryOrders'>
  const list = useList('queryOrders', filters)
  return (
    <>
      <Head />
      <DataTable
        name="Orders"
        list={list}
        columns={columns}
        rowKey={({ ordid }) => ordid}
        rowLink={({ ordid }) => `/orders/${ordid}`}
        filters={
          <>
            <PairFilter />
            {sideFilter}
            <FilterChoice
              name="state"
              label="Status"
              options={[
                { value: 'Filled', label: 'Filled' },
                { value: 'Rejected', label: 'Rejected' },
              ]}
            />
            <DayFilters />
          </>
        }
        empty={
          <Empty
            title="No order fits these filters."
            acts={
              <Link className="link" to="/trade">
                Trade
              </Link>
            }
          >
            Your first order, placed here or by a key, appears here.
          </Empty>
        }
      />
    </>
  )
}
