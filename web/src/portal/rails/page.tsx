import type { Input } from '../../api/call.ts'
import { useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { RailsHead } from './head.tsx'
import { destinationOf, kindOptions, type Rail, railName, railStates, railWords } from './words.ts'

const columns: readonly Column<Rail>[] = [
  { key: 'rail', title: 'Rail', cell: (rail) => <b>{railName(rail)}</b>, text: railName, phone: 'title' },
  { key: 'sender', title: 'Paid by', text: ({ sender }) => sender.partyname.name, phone: 'hide' },
  {
    key: 'destination',
    title: 'Paid to',
    cell: (rail) => (rail.wallet?.label ? rail.wallet.label : <Id value={destinationOf(rail)} copy={false} />),
    text: destinationOf,
  },
  timeColumn('created', 'Added', ({ created_at }) => created_at, { phone: 'hide' }),
  {
    key: 'state',
    title: 'Status',
    cell: ({ status }) => <StateBadge state={status}>{railWords[status]}</StateBadge>,
    text: ({ status }) => railWords[status] ?? stateOf(status).word,
    phone: 'side',
  },
]

/** The rails of the institution. */
export function Page() {
  const [{ railtype, status }] = useUrlState()
  const list = useList('queryPaymentRails', { railtype, status } as Input<'queryPaymentRails'>)
  const mayAdd = mayDo(useMe(), 'money.rails')
  return (
    <>
      <RailsHead />
      <DataTable
        name="Rails"
        list={list}
        columns={columns}
        rowKey={({ railid }) => railid}
        rowLink={({ railid }) => `/rails/${railid}`}
        filters={
          <>
            <FilterChoice name="railtype" label="Kind" options={kindOptions} />
            <FilterChoice name="status" label="Status" options={railStates} />
          </>
        }
        empty={
          railtype === undefined && status === undefined ? (
            <Empty
              title="No rail yet."
              acts={
                mayAdd && (
                  <Link className="btn main-act" to="/rails/new">
                    Add a rail
                  </Link>
                )
              }
            >
              A rail has its own account or address. Money that arrives there becomes coins in your wallet, and coins
              become money in your bank account, automatically.
            </Empty>
          ) : (
            <Empty title="No rail fits these filters." />
          )
        }
      />
    </>
  )
}
