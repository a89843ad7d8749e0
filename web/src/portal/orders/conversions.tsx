import type { Input } from '../../api/call.ts'
import { stateColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { priceText } from '../../shared/prices/figures.ts'
import { exchangeColumns } from './exchange-columns.tsx'
import { DayFilters, PairFilter, useDays } from './filters.tsx'
import { Head } from './head.tsx'
import { decimalsOf } from './pair.ts'
import { type RowOf, useList } from '../../api/use-call.ts'

type Conversion = RowOf<'queryConversions'>

const columns: readonly Column<Conversion>[] = [
  ...exchangeColumns<Conversion>(),
  {
    key: 'price',
    title: 'Price',
    cell: ({ price, symbol }) => (price === null ? '–' : priceText(price, decimalsOf(symbol))),
    text: ({ price }) => price ?? '',
    right: true,
    phone: 'hide',
  },
  {
    key: 'quoteid',
    title: 'By',
    cell: ({ quoteid }) => (quoteid === null ? 'Desk price' : 'Firm quote'),
    text: ({ quoteid }) => quoteid ?? '',
    phone: 'hide',
  },
  stateColumn(({ status }) => status, { key: 'status', phone: 'side' }),
]

/** All conversions of the institution. */
export function Page() {
  const [{ pair, state }] = useUrlState()
  const filters = { ...useDays(), symbol: pair, status: state } as Input<'queryConversions'>
  const list = useList('queryConversions', filters)
  return (
    <>
      <Head />
      <DataTable
        name="Conversions"
        list={list}
        columns={columns}
        rowKey={({ conversionid }) => conversionid}
        rowLink={({ conversionid }) => `/conversions/${conversionid}`}
        filters={
          <>
            <PairFilter />
            <FilterChoice
              name="state"
              label="Status"
              options={[
                { value: 'completed', label: 'Completed' },
                { value: 'rejected', label: 'Rejected' },
              ]}
            />
            <DayFilters />
          </>
        }
        empty={
          <Empty
            title="No conversion fits these filters."
            acts={
              <Link className="link" to="/trade/convert">
                Convert
              </Link>
            }
          >
            A conversion, or an accepted firm quote, appears here.
          </Empty>
        }
      />
    </>
  )
}
