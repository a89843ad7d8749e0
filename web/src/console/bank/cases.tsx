import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { stateColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty } from '../../kit/loading.tsx'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { sentence } from '../../kit/value/states.ts'
import { useUrlState } from '../../kit/url-state.ts'
import { caseTitle, caseWords } from './case-words.ts'
import { BankHead } from './head.tsx'

type Case = RowOf<'bankCases'>

const problemOf = ({ detail }: Case): string =>
  detail.find(({ name }) => name === 'problem')?.value ??
  detail.map(({ name, value }) => `${sentence(name)} ${value}`).join(' · ')

const columns: readonly Column<Case>[] = [
  { key: 'kind', title: 'Case', cell: ({ kind }) => caseTitle(kind), text: ({ kind }) => kind, phone: 'title' },
  {
    key: 'problem',
    title: 'About',
    cell: (one) => <span title={problemOf(one)}>{problemOf(one)}</span>,
    text: problemOf,
  },
  { key: 'number', title: 'Number', text: ({ caseid }) => caseid, right: true, extra: true },
  timeColumn('opened', 'Opened', ({ opened_at }) => opened_at, { phone: 'hide' }),
  stateColumn(({ state }) => state, { phone: 'side' }),
]

const kinds = Object.entries(caseWords).map(([value, { title }]) => ({ value, label: title }))
const states = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
]

/** Differences that wait for a person. */
export function Page() {
  const [{ state, kind }] = useUrlState()
  const list = useList('bankCases', { ...(state && { state }), kind } as Input<'bankCases'>)
  return (
    <>
      <BankHead sub="Differences that wait for a person. The filter shows closed cases." />
      <DataTable
        name="Bank cases"
        list={list}
        columns={columns}
        rowKey={({ caseid }) => caseid}
        rowLink={({ caseid }) => `/bank-cases/${caseid}`}
        filters={
          <>
            <FilterChoice name="state" label="Status" options={states} />
            <FilterChoice name="kind" label="Kind" options={kinds} />
          </>
        }
        empty={
          <Empty title={state === 'closed' ? 'No case was closed yet.' : 'No case is open.'}>
            A case opens automatically when data of the bank does not match.
          </Empty>
        }
      />
    </>
  )
}
