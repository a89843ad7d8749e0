import { type RowOf, useList } from '../api/use-call.ts'
import { Badge } from '../kit/value/badge.tsx'
import { timeColumn } from '../kit/table/columns.tsx'
import { type Column, DataTable } from '../kit/table/data-table.tsx'
import { Id } from '../kit/value/id.tsx'
import { Empty } from '../kit/loading.tsx'

type Call = RowOf<'keyCalls'>

const columns: readonly Column<Call>[] = [
  timeColumn('at', 'Time', ({ at }) => at, { phone: 'title' }),
  {
    key: 'path',
    title: 'Call',
    cell: ({ path }) => <span className="mono">{path.replace('/api/v1/private/', '')}</span>,
    text: ({ path }) => path,
  },
  {
    key: 'status',
    title: 'Answer',
    cell: ({ status, code }) => (
      <Badge tone={status < 400 ? 'done' : status < 500 ? 'broken' : 'waits'}>{code ?? status}</Badge>
    ),
    text: ({ status, code }) => `${status} ${code ?? ''}`,
    phone: 'side',
  },
  { key: 'trace', title: 'Trace', cell: ({ traceid }) => <Id value={traceid} />, text: ({ traceid }) => traceid },
  {
    key: 'ip',
    title: 'From',
    cell: ({ ip }) => <span className="mono">{ip}</span>,
    text: ({ ip }) => ip,
    phone: 'hide',
  },
]

/** The last calls signed with a key. */
export function RecentCalls({ id, by = 'keyCalls' }: { id: string; by?: 'keyCalls' | 'institutionKeyCalls' }) {
  const list = useList(by, { id }, { refetchInterval: 10_000 })
  return (
    <DataTable
      name="Recent calls"
      list={list}
      columns={columns}
      rowKey={({ traceid }) => traceid}
      empty={<Empty title="No call yet.">A call appears here a second after its answer, even if it was refused.</Empty>}
    />
  )
}
