import type { Input } from '../../api/call.ts'
import { stateColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty } from '../../kit/loading.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { priceText } from '../../shared/prices/figures.ts'
import { exchangeColumns } from './exchange-columns.tsx'
import { DayFilters, PairFilter, useDays } from './filters.tsx'
import { Head } from './head.tsx'
import { decimalsOf } from './pair.ts'
import { type RowOf, useList } from '../../api/use-call.ts'

type Trade = RowOf<'queryTrades'>

const columns: readonly Column<Trade>[] = [
  ...exchangeColumns<Trade>(),
  {
    key: 'price',
    title: 'Price',
    cell: ({ price, symbol }) => priceText(price, decimalsOf(symbol)),
    text: ({ price }) => price,
    right: true,
    phone: 'hide',
  },
  { key: 'tradeid', title: 'Trade id', text: ({ tradeid }) => tradeid, extra: true, phone: 'hide' },
  stateColumn(({ status }) => status, { key: 'status', phone: 'side' }),
]

/** All trades of the institution. */
export function Page() {
  const [{ pair, state }] = useUrlState()
  const list = useList('queryTrades', { ...useDays(), symbol: pair, status: state } as Input<'queryTrades'>)
  return (
    <>
      <Head />
      <DataTable
        name="Trades"
        list={list}
        columns={columns}
        rowKey={({ tradeid }) => tradeid}
        rowLink={({ tradeid }) => `/trades/${tradeid}`}
        filters={
          <>
            <PairFilter />
            <FilterChoice
              name="state"
              label="Status"
              options={[
                { value: 'settled', label: 'Settled' },
                { value: 'reversed', label: 'Reversed' },
              ]}
            />
            <DayFilters />
          </>
        }
        empty={<Empty title="No trade fits these filters.">Every filled order appears here as a trade.</Empty>}
      />
    </>
  )
}
