import { machines } from '@specie/protocol/machines.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { PageHead } from '../../kit/page.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Tabs } from '../../kit/tabs.tsx'
import { destinationTabs, keeper, stateWord } from './words.ts'

type Row = RowOf<'addresses'>

const columns: readonly Column<Row>[] = [
  { key: 'label', title: 'Name', cell: ({ label }) => <b>{label}</b>, text: ({ label }) => label, phone: 'title' },
  {
    key: 'chain',
    title: 'Chain',
    cell: ({ blockchain }) => chainName(blockchain),
    text: ({ blockchain }) => blockchain,
  },
  { key: 'address', title: 'Address', cell: ({ address }) => <Id value={address} />, text: ({ address }) => address },
  { key: 'keeper', title: 'Held by', text: keeper, phone: 'hide' },
  {
    key: 'usable',
    title: 'Can be used from',
    cell: (row) => (usableFrom(row) === null ? '' : <Time at={usableFrom(row)} />),
    text: (row) => usableFrom(row) ?? '',
    phone: 'hide',
  },
  timeColumn('added', 'Added', ({ created_at }) => created_at, { extra: true, phone: 'hide' }),
  {
    key: 'state',
    title: 'Status',
    cell: ({ state }) => <StateBadge state={state}>{stateWord[state]}</StateBadge>,
    text: ({ state }) => state,
    phone: 'side',
  },
]

/** Null for a suspended or removed address. */
const usableFrom = ({ state, usable_from }: Row): string | null =>
  state === 'cooling' || state === 'active' ? usable_from : null

const statuses = [...new Set(Object.values(machines.withdrawal_address.shown))].map((value) => ({
  value,
  label: stateOf(value).word,
}))

/** The withdrawal addresses. */
export function Page() {
  const [{ status }] = useUrlState()
  const list = useList('addresses', { status })
  const mayEdit = mayDo(useMe(), 'addresses.edit')
  const add = (
    <Link className="btn main-act" to="/addresses/new">
      New address
    </Link>
  )
  return (
    <>
      <PageHead title="Addresses" sub="Coins can leave only to these addresses." acts={mayEdit && add} />
      <Tabs label="Destinations" tabs={destinationTabs} />
      <DataTable
        name="Addresses"
        list={list}
        columns={columns}
        rowKey={({ addressid }) => addressid}
        rowLink={({ addressid }) => `/addresses/${addressid}`}
        filters={<FilterChoice name="status" label="Status" options={statuses} />}
        empty={
          status === undefined ? (
            <Empty title="No address yet." acts={mayEdit ? add : undefined}>
              {mayEdit
                ? 'Add your own wallet, or one that a provider hosts for you. You can use it a day after its proof.'
                : 'An administrator of your company can add one.'}
            </Empty>
          ) : (
            <Empty title="No address is in this state." />
          )
        }
      />
    </>
  )
}
