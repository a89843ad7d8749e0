import { type ReportName, reportPeriods } from '@specie/protocol/console/report-names.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { fileAddress, type Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Field } from '../../kit/form/field.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { reportTabs } from './tabs.ts'

type Report = Output<'report'>

const examples = { day: '2026-11-18', month: '2026-11', quarter: '2026-Q4' } as const

/** A report of a period: choose the period, look at its figures, download it. */
export function ReportView({ name }: { name: ReportName }) {
  const [{ period }] = useUrlState()
  const query = { report: name, ...(period !== undefined && { period }) }
  const report = useCall('report', query, { refetchInterval: false })
  return (
    <>
      <PageHead
        title="Reports"
        sub="From the books and the chains. The download names the source of every figure."
        acts={
          <a className="btn" href={fileAddress('reportFile', query)} download>
            <IconDownload className="ic" aria-hidden />
            Download
          </a>
        }
      />
      <Tabs label="Reports" tabs={reportTabs} />
      <Choice name={name} />
      <Loaded query={report} lines={10}>
        {(data) => <Shown report={data} />}
      </Loaded>
    </>
  )
}

/** The period, in UTC. Enter shows it. */
function Choice({ name }: { name: ReportName }) {
  const [{ period = '' }, setUrl] = useUrlState()
  const [typed, setTyped] = useState(period)
  const kind = reportPeriods[name]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setUrl({ period: typed })
      }}
    >
      <Field
        label={`A ${kind}, as ${examples[kind]}`}
        name="period"
        value={typed}
        onChange={setTyped}
        hint="Empty: the current one. Press Enter to show it."
      />
    </form>
  )
}

function Shown({ report: { title, period, is_final, notes, checks, tables } }: { report: Report }) {
  return (
    <>
      <Section title={`${title}, ${period}`} note={is_final ? 'final' : 'provisional'}>
        {notes.map((note) => (
          <p key={note} className="s13">
            {note}
          </p>
        ))}
        <SmallTable
          name="Checks"
          rows={checks}
          rowKey={({ what }) => what}
          empty="This report has no sums to compare."
          columns={[
            ['Sum', ({ what }) => what],
            ['Result', ({ ok }) => <Badge tone={ok ? 'done' : 'waits'}>{ok ? 'Agrees' : 'Differs'}</Badge>],
            ['Detail', ({ detail }) => detail],
          ]}
        />
      </Section>
      {tables.map((table) => (
        <Figures key={table.name} table={table} />
      ))}
    </>
  )
}

const figure = /^-?\d+(\.\d+)?$/

type Cells = { cells: readonly string[]; n: number }

const columnOf = (name: string, at: number, isNumber: boolean) =>
  [
    name.replaceAll('_', ' '),
    ({ cells }: Cells) => cells[at] ?? '',
    ...(isNumber ? (['num'] as const) : ([] as const)),
  ] as readonly [string, (row: Cells) => string, 'num'?]

function Figures({ table: { name, title, columns, rows, total } }: { table: Report['tables'][number] }) {
  const isFigure = (n: number) => rows.length > 0 && rows.every((cells) => cells[n] === '' || figure.test(cells[n]!))
  return (
    <Section
      title={title}
      note={total > rows.length ? `the first ${rows.length} of ${total} rows; the download has all` : `${name}.csv`}
    >
      <SmallTable
        name={title}
        rows={rows.map((cells, n) => ({ cells, n }))}
        rowKey={({ n }) => String(n)}
        empty="There is nothing in this period."
        columns={columns.map((column, n) => columnOf(column, n, isFigure(n)))}
      />
    </Section>
  )
}
