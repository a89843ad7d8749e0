import { type ApprovalKind, approvalKinds, approvalStates } from '@specie/protocol/people/approvals/approvals.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import type { Input } from '../../api/call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useUrlState } from '../../kit/url-state.ts'

type Approval = RowOf<'consoleApprovals'>

const columns: readonly Column<Approval>[] = [
  { key: 'title', title: 'What', cell: ({ title }) => title, text: ({ title }) => title, phone: 'title' },
  {
    key: 'subject',
    title: 'To',
    cell: ({ subject }) => <Id value={subject} copy={false} />,
    text: ({ subject }) => subject,
    phone: 'hide',
  },
  { key: 'maker', title: 'Asked by', cell: ({ maker }) => maker.name, text: ({ maker }) => maker.name },
  {
    key: 'created',
    title: 'Asked',
    cell: ({ created_at }) => <Time at={created_at} />,
    text: ({ created_at }) => created_at,
    phone: 'hide',
  },
  {
    key: 'expires',
    title: 'Expires',
    cell: ({ expires_at }) => <Time at={expires_at} />,
    text: ({ expires_at }) => expires_at,
    extra: true,
    phone: 'hide',
  },
  {
    key: 'checker',
    title: 'Decided by',
    cell: ({ checker }) => checker?.name ?? '',
    text: ({ checker }) => checker?.name ?? '',
    phone: 'hide',
  },
  { key: 'reason', title: 'Reason', cell: ({ reason }) => reason, text: ({ reason }) => reason, extra: true },
  {
    key: 'state',
    title: 'State',
    cell: ({ state }) => <StateBadge state={state} />,
    text: ({ state }) => state,
    phone: 'side',
  },
]

const states = approvalStates.map((value) => ({ value, label: sentence(value) }))
const kinds = Object.entries(approvalKinds)
  .filter(([, { side }]) => side === 'staff')
  .map(([value, { does }]) => ({ value: value as ApprovalKind, label: does }))

/** What waits for a second person, and what was decided. */
export function Page() {
  const [{ state, kind }] = useUrlState()
  const list = useList('consoleApprovals', { state, kind } as Input<'consoleApprovals'>)
  return (
    <>
      <PageHead title="Approvals" sub="Requests of staff that a second person must decide." />
      <DataTable
        name="Approvals"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/approvals/${id}`}
        filters={
          <>
            <FilterChoice name="state" label="State" options={states} />
            <FilterChoice name="kind" label="Kind" options={kinds} />
          </>
        }
        empty={
          <Empty
            title={state === undefined && kind === undefined ? 'No requests yet.' : 'No results for these filters.'}
          >
            A request appears here when an act that needs two people is proposed.
          </Empty>
        }
      />
    </>
  )
}
