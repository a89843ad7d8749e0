import { type ApprovalKind, approvalKinds, approvalStates } from '@specie/protocol/people/approvals/approvals.ts'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty } from '../../kit/loading.tsx'
import { sentence, stateOf } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { ApprovalsHead } from './head.tsx'
import { summaryOf } from './payload.tsx'

type Approval = RowOf<'portalApprovals'>

const columns: readonly Column<Approval>[] = [
  { key: 'does', title: 'What', cell: ({ does }) => does, text: ({ does }) => does, phone: 'title' },
  { key: 'of', title: 'Of', cell: (approval) => summaryOf(approval), text: (approval) => summaryOf(approval) },
  { key: 'maker', title: 'Asked by', cell: ({ maker }) => maker.name, text: ({ maker }) => maker.name, phone: 'hide' },
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
    extra: true,
    phone: 'hide',
  },
  {
    key: 'state',
    title: 'State',
    cell: ({ state }) => <StateBadge state={state} />,
    text: ({ state }) => stateOf(state).word,
    phone: 'side',
  },
]

const states = approvalStates.filter((state) => state !== 'waiting').map((value) => ({ value, label: sentence(value) }))
const kinds = Object.entries(approvalKinds)
  .filter(([, { side }]) => side === 'institution')
  .map(([value, { does }]) => ({ value: value as ApprovalKind, label: does }))

/** What waits for a second person of the institution. */
export function Page() {
  return <Approvals isWaiting />
}

/** The list of one tab: what waits, or all of it. */
export function Approvals({ isWaiting = false }: { isWaiting?: boolean }) {
  const [{ state, kind }] = useUrlState()
  const filters = { kind, state: isWaiting ? 'waiting' : state } as Input<'portalApprovals'>
  const list = useList('portalApprovals', filters)
  const isFiltered = kind !== undefined || (!isWaiting && state !== undefined)
  return (
    <>
      <ApprovalsHead />
      <DataTable
        name="Approvals"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/approvals/${id}`}
        filters={
          <>
            {!isWaiting && <FilterChoice name="state" label="State" options={states} />}
            <FilterChoice name="kind" label="Kind" options={kinds} />
          </>
        }
        empty={
          <Empty
            title={
              isFiltered
                ? 'No results for these filters.'
                : isWaiting
                  ? 'Nothing waits for a second person.'
                  : 'No requests yet.'
            }
          >
            A request appears here when somebody does what your institution wants two people for.
          </Empty>
        }
      />
    </>
  )
}
