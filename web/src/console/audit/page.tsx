import { useState } from 'react'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Facts, PageHead } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { FilterText } from '../../kit/table/table-tools.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import style from './audit.module.css'
import { Verify } from './verify.tsx'

type Entry = RowOf<'auditSearch'>

/** Shows the name behind an id, if it has one. */
const named = (text: string, { names }: Entry): string => names.find(({ id }) => text.includes(id))?.name ?? text

const filterNames = ['person', 'institution', 'action', 'subject', 'from', 'to'] as const

/** The audit log. */
export function Page() {
  const [state] = useUrlState()
  const [open, setOpen] = useState<Entry | null>(null)
  const filters = Object.fromEntries(filterNames.map((name) => [name, instantOf(name, state[name])]))
  const list = useList('auditSearch', filters as Input<'auditSearch'>, { refetchInterval: false })
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
            <FilterText name="person" label="Person: name, email or id" />
            <FilterText name="institution" label="Institution: name or id" />
            <FilterText name="action" label="Action" />
            <FilterText name="subject" label="Subject" />
            <span className={style['days']}>
              <FilterDay name="from" label="From" />
              <FilterDay name="to" label="To" />
            </span>
          </>
        }
        empty={<Empty title="No entry fits these filters.">Remove a filter, or choose other days.</Empty>}
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
  { key: 'actor', title: 'By', cell: (entry) => named(entry.actor, entry), text: ({ actor }) => actor },
  {
    key: 'subject',
    title: 'On',
    cell: (entry) => {
      const name = named(entry.subject, entry)
      return name === entry.subject ? <Id value={name} copy={false} /> : name
    },
    text: ({ subject }) => subject,
  },
  timeColumn('at', 'When', ({ at }) => at),
  { key: 'seq', title: 'Number', text: ({ seq }) => seq, right: true, phone: 'side' },
  { key: 'login', title: 'Database login', text: ({ login }) => login, extra: true },
  { key: 'hash', title: 'Hash', cell: ({ hash }) => <Id value={hash} />, text: ({ hash }) => hash, extra: true },
]

function Detail({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { seq, at, action, actor, subject, detail, login, session, hash } = entry
  return (
    <Dialog open onClose={onClose} title={`Entry ${seq}: ${sentence(action)}`} wide>
      <Facts
        left
        rows={[
          ['When', <Time key="at" at={at} evidence />],
          ['By', withName(actor, entry)],
          ['On', withName(subject, entry)],
          ...detail.map(({ name, values }) => [sentence(name), values.join(', ')] as const),
          ['Database login', login],
          ['Database session', session],
          ['Hash', <Id key="hash" value={hash} />],
        ]}
      />
    </Dialog>
  )
}

function withName(text: string, entry: Entry) {
  const name = named(text, entry)
  return name === text ? (
    text
  ) : (
    <>
      {name} <Id value={text} />
    </>
  )
}
