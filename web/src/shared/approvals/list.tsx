import { type ApprovalKind, approvalKinds, approvalStates } from '@specie/protocol/people/approvals/approvals.ts'
import type { Input } from '../../api/call.ts'
import { isConsole } from '../../api/side.ts'
import { useList } from '../../api/use-call.ts'
import { Empty } from '../../kit/loading.tsx'
import { stateColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Id } from '../../kit/value/id.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { type Approval, approvalCalls } from './approval.ts'

const columns: readonly Column<Approval>[] = [
  { key: 'title', title: 'What', text: ({ title }) => title, phone: 'title' },
  { key: 'does', title: 'Kind', text: ({ does }) => does, extra: true },
  {
    key: 'subject',
    title: 'Subject',
    cell: ({ subject }) => <Id value={subject} copy={false} />,
    text: ({ subject }) => subject,
    extra: true,
    phone: 'hide',
  },
  { key: 'maker', title: 'Requested by', text: ({ maker }) => maker.name },
  timeColumn('created', 'Requested', ({ created_at }) => created_at, { phone: 'hide' }),
  timeColumn('expires', 'Expires', ({ expires_at }) => expires_at, { extra: true, phone: 'hide' }),
  { key: 'checker', title: 'Decided by', text: ({ checker }) => checker?.name ?? '', phone: 'hide' },
  { key: 'reason', title: 'Reason', text: ({ reason }) => reason, extra: true },
  stateColumn(({ state }) => state, { phone: 'side' }),
]

const states = approvalStates.map((value) => ({ value, label: stateOf(value).word }))
const side = isConsole ? 'staff' : 'institution'
const kinds = Object.entries(approvalKinds)
  .filter(([, kind]) => kind.side === side)
  .map(([value, { does }]) => ({ value: value as ApprovalKind, label: does }))

type Props = {
  /** Only requests that wait for a decision. */
  isWaiting?: boolean
  /** What makes a request appear here. */
  empty: string
}

/** Requests that a second person decides. */
export function ApprovalList({ isWaiting = false, empty }: Props) {
  const [{ state, kind }] = useUrlState()
  const filters = { kind, state: isWaiting ? 'waiting' : state } as Input<'portalApprovals'>
  const list = useList(approvalCalls.list, filters)
  const isFiltered = kind !== undefined || (!isWaiting && state !== undefined)
  const none = isWaiting ? 'No request waits for a second approver.' : 'No requests yet.'
  return (
    <DataTable
      name="Approvals"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/approvals/${id}`}
      filters={
        <>
          {!isWaiting && <FilterChoice name="state" label="Status" options={states} />}
          <FilterChoice name="kind" label="Kind" options={kinds} />
        </>
      }
      empty={<Empty title={isFiltered ? 'No results for these filters.' : none}>{empty}</Empty>}
    />
  )
}
