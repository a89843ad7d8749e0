import { machines, statesOf } from '@specie/protocol/machines.ts'
import type { Input } from '../../api/call.ts'
import { type RowOf, useCall, useList } from '../../api/use-call.ts'
import { Empty } from '../../kit/loading.tsx'
import { PageHead, Stat } from '../../kit/page.tsx'
import { stateColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { sentence, stateOf } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { subjectOf } from './words.ts'

type Row = RowOf<'cases'>

const columns: readonly Column<Row>[] = [
  { key: 'about', title: 'About', text: subjectOf, phone: 'title' },
  { key: 'risk', title: 'Risk', text: ({ risk }) => sentence(risk), phone: 'hide' },
  { key: 'alerts', title: 'Alerts', text: ({ alerts }) => String(alerts), right: true, phone: 'named' },
  { key: 'undecided', title: 'Undecided', text: ({ undecided }) => String(undecided), right: true, phone: 'hide' },
  { key: 'assignee', title: 'Assigned to', text: ({ assignee }) => assignee?.name ?? '—' },
  timeColumn('created_at', 'Opened', ({ created_at }) => created_at, { phone: 'hide' }),
  {
    key: 'due_at',
    title: 'Due',
    cell: ({ due_at, is_overdue }) => (is_overdue ? <Badge tone="broken">Overdue</Badge> : <Time at={due_at} day />),
    text: ({ due_at }) => due_at,
  },
  stateColumn(({ state }) => state, { phone: 'side' }),
]

/** Cases of compliance. */
export function Page() {
  const [{ state, institutionid, assigned, overdue }] = useUrlState()
  const list = useList('cases', { state, institutionid, assigned, overdue } as Input<'cases'>)
  const isFiltered = [state, institutionid, assigned, overdue].some((one) => one !== undefined)
  return (
    <>
      <PageHead title="Cases" sub="Alerts of one institution or party, until two people decide." />
      <Counts />
      <DataTable
        name="Cases"
        list={list}
        columns={columns}
        rowKey={({ caseid }) => caseid}
        rowLink={({ caseid }) => `/cases/${caseid}`}
        filters={
          <>
            <FilterChoice
              name="state"
              label="Status"
              options={statesOf(machines.case).map((value) => ({ value, label: stateOf(value).word }))}
            />
            <FilterChoice
              name="assigned"
              label="Assigned"
              options={[
                { value: 'me', label: 'to me' },
                { value: 'nobody', label: 'not yet' },
              ]}
            />
            <FilterChoice name="overdue" label="Due" options={[{ value: 'true', label: 'overdue' }]} />
          </>
        }
        empty={
          <Empty title={isFiltered ? 'No case fits this filter.' : 'There is no case yet.'}>
            A hit of a rule, a hold, a match, an exchange in doubt or a bank case opens one within seconds.
          </Empty>
        }
      />
    </>
  )
}

function Counts() {
  const { data } = useCall('cases', { limit: '1' })
  if (data === undefined) return null
  const { by_state: states, overdue, unassigned, oldest } = data.counts
  const countOf = (state: string): number => states.find((one) => one.state === state)?.count ?? 0
  return (
    <div className="stats">
      <Stat name="Open">{countOf('open')}</Stat>
      <Stat name="In review">{countOf('in_review')}</Stat>
      <Stat name="Overdue">{overdue}</Stat>
      <Stat
        name="Not assigned"
        note={
          oldest !== null && (
            <>
              oldest since <Time at={oldest} />
            </>
          )
        }
      >
        {unassigned}
      </Stat>
      <Stat name="Decided">{countOf('closed') + countOf('reported')}</Stat>
    </div>
  )
}
