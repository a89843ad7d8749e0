import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { durationText, useLeft } from '../../kit/value/countdown.tsx'
import { stateColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { usePlace } from '../../app/place.ts'
import { kindNames } from './kinds.ts'
import { useCounts } from './use-counts.ts'

type Item = RowOf<'queue'>

const columns: readonly Column<Item>[] = [
  { key: 'what', title: 'What', text: ({ title }) => title, phone: 'title' },
  { key: 'kind', title: 'Kind', text: ({ kind }) => kindNames[kind].one, phone: 'hide' },
  {
    key: 'institution',
    title: 'Institution',
    text: ({ institution }) => institution?.name ?? '',
    extra: true,
    phone: 'hide',
  },
  {
    key: 'owner',
    title: 'Requested by',
    cell: ({ owner }) => owner?.name ?? <span className="muted">not yet</span>,
    text: ({ owner }) => owner?.name ?? '',
    phone: 'hide',
  },
  timeColumn('since', 'Since', ({ since }) => since),
  { key: 'due', title: 'Due', cell: ({ due }) => <Due at={due} />, text: ({ due }) => due ?? '', phone: 'hide' },
  stateColumn(({ state }) => state, { phone: 'side' }),
]

/** Everything that waits for staff. */
export function Page() {
  const [{ kind }] = useUrlState()
  const list = useList('queue', { kind } as Input<'queue'>)
  const placeOf = usePlace()
  const counts = useCounts()
  const kinds = counts.map(({ kind: value, count }) => ({ value, label: `${kindNames[value].all} (${count})` }))
  return (
    <>
      <PageHead title="Queue" sub="Items that wait for a person, oldest first." />
      <DataTable
        name="Queue"
        list={list}
        columns={columns}
        rowKey={(item) => `${item.kind} ${item.id}`}
        rowLink={({ path }) => placeOf(path)}
        filters={<FilterChoice name="kind" label="Kind" options={kinds} />}
        empty={
          <Empty title={kind === undefined ? 'The queue is empty.' : 'No item of this kind is waiting.'}>
            Holds, cases, addresses, wires without an owner and requests for a second approver appear here
            automatically.
          </Empty>
        }
      />
    </>
  )
}

function Due({ at }: { at: string | null }) {
  if (at === null) return <span className="muted">no deadline</span>
  return <Left until={at} />
}

function Left({ until }: { until: string }) {
  const left = useLeft(until)
  if (left <= 0) return <span className="is-broken">overdue</span>
  return (
    <time dateTime={until} className={left < 86_400_000 ? 'is-waits' : undefined}>
      in {durationText(left)}
    </time>
  )
}
