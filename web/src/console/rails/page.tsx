import { machines, statesOf } from '@specie/protocol/machines.ts'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { holdableColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { stateOf } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { RailsHead } from './head.tsx'
import { railTypes } from './words.ts'

type Rail = RowOf<'rails'>

const columns: readonly Column<Rail>[] = [
  { key: 'institution', title: 'Institution', text: ({ institution }) => institution, phone: 'title' },
  { key: 'type', title: 'Direction', cell: ({ railtype }) => railTypes[railtype], text: ({ railtype }) => railtype },
  {
    key: 'money',
    title: 'Money',
    cell: ({ railtype, currency, asset, blockchain }) =>
      railtype === 'FiatToStablecoin'
        ? `${currency} → ${asset} on ${chainName(blockchain)}`
        : `${asset} on ${chainName(blockchain)} → ${currency}`,
    text: ({ currency, asset, blockchain }) => `${currency} ${asset} ${blockchain}`,
  },
  {
    key: 'destination',
    title: 'To',
    cell: ({ destination }) => <Id value={destination} copy={false} />,
    text: ({ destination }) => destination,
    phone: 'hide',
  },
  {
    key: 'under_way',
    title: 'In progress',
    cell: ({ under_way }) => under_way,
    text: ({ under_way }) => String(under_way),
    right: true,
    phone: 'hide',
  },
  timeColumn('created', 'Added', ({ created_at }) => created_at, { phone: 'hide' }),
  holdableColumn({ phone: 'side' }),
]

const states = statesOf(machines.payment_rail).map((value) => ({ value, label: stateOf(value).word }))

/** Rails of every institution. */
export function Page() {
  const [{ state, institutionid }] = useUrlState()
  const list = useList('rails', { state, institutionid } as Input<'rails'>)
  return (
    <>
      <RailsHead sub="Money that arrives over a rail is converted and sent on automatically. One person can suspend a rail; two people must resume it." />
      <DataTable
        name="Rails"
        list={list}
        columns={columns}
        rowKey={({ railid }) => railid}
        rowLink={({ railid }) => `/rails/${railid}`}
        filters={<FilterChoice name="state" label="Status" options={states} />}
        empty={
          <Empty title={state === undefined ? 'No institution has added a rail yet.' : 'No rail is in this state.'}>
            A rail appears here when an institution adds one.
          </Empty>
        }
      />
      <p className="s13 muted sec-gap">
        Where the conversion provider and our books differ, a{' '}
        <Link className="link" to="/bank/cases?kind=provider_statement">
          case
        </Link>{' '}
        is opened.
      </p>
    </>
  )
}
