import { useState } from 'react'
import type { Input } from '../../api/call.ts'
import { useList } from '../../api/use-call.ts'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Id } from '../../kit/value/id.tsx'
import { PageHead } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { FilterChoice, FilterText } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { actions } from './actions.ts'
import style from './audit.module.css'
import { Detail } from './detail.tsx'
import type { Entry } from './entry.ts'
import { Named, nameOf } from './named.tsx'
import { Verify } from './verify.tsx'

const filterNames = ['person', 'institution', 'action', 'subject', 'from', 'to'] as const

/** Without a choice the entries that the service writes by itself are hidden: most of them are seals. */
const writers = [
  { value: 'service', label: 'By the service itself' },
  { value: 'all', label: 'By all' },
]
const writersOf = (by: string | undefined) => (by === 'all' ? undefined : (by ?? 'people'))

/** The audit log. */
export function Page() {
  const [state] = useUrlState()
  const [open, setOpen] = useState<Entry | null>(null)
  const filters = Object.fromEntries(filterNames.map((name) => [name, instantOf(name, state[name])]))
  const input = { ...filters, by: writersOf(state['by']) } as Input<'auditSearch'>
  const list = useList('auditSearch', input, { refetchInterval: false })
  return (
    <>
      <PageHead
        title="Audit"
        sub="Every action, in a hash chain that reveals any change of an entry."
        acts={<Verify />}
      />
      <DataTable
        name="Audit log"
        list={list}
        columns={columnsOf(setOpen)}
        rowKey={({ seq }) => seq}
        filters={
          <>
            <FilterChoice name="by" label="Written by" unset="By people and keys" options={writers} />
            <FilterChoice name="action" label="Action" options={actions} />
            <FilterText name="person" label="Person: name, email or id" />
            <FilterText name="institution" label="Institution: name or id" />
            <FilterText name="subject" label="Subject" />
            <span className={style['days']}>
              <FilterDay name="from" label="From" />
              <FilterDay name="to" label="To" />
            </span>
          </>
        }
        empty={<Empty title="No entry fits these filters.">Remove a filter, or choose other days or writers.</Empty>}
      />
      {open !== null && <Detail entry={open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** A day in the address becomes its first or last instant. */
function instantOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined || (name !== 'from' && name !== 'to')) return value
  const date = new Date(`${value}T${name === 'from' ? '00:00:00.000' : '23:59:59.999'}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function FilterDay({ name, label }: { name: string; label: string }) {
  const [state, change] = useUrlState()
  return (
    <label className={style['day']}>
      {label}
      <input
        className="chip"
        type="date"
        value={state[name] ?? ''}
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </label>
  )
}

const columnsOf = (open: (entry: Entry) => void): readonly Column<Entry>[] => [
  {
    key: 'action',
    title: 'Action',
    cell: (entry) => (
      <button type="button" className="link" onClick={() => open(entry)}>
        {sentence(entry.action)}
      </button>
    ),
    text: ({ action }) => action,
    phone: 'title',
  },
  {
    key: 'actor',
    title: 'By',
    cell: (entry) => <Named text={entry.actor} entry={entry} />,
    text: (entry) => nameOf(entry.actor, entry),
  },
  {
    key: 'subject',
    title: 'On',
    cell: (entry) => <Named text={entry.subject} entry={entry} />,
    text: (entry) => nameOf(entry.subject, entry),
  },
  timeColumn('at', 'When', ({ at }) => at),
  { key: 'seq', title: 'Number', text: ({ seq }) => seq, right: true, phone: 'side' },
  { key: 'login', title: 'Database login', text: ({ login }) => login, extra: true },
  { key: 'hash', title: 'Hash', cell: ({ hash }) => <Id value={hash} />, text: ({ hash }) => hash, extra: true },
]
