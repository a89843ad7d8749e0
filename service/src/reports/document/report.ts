import { csvCell } from '@specie/protocol/encoding/csv.ts'

// A report is plain data: tables of texts, and for every figure where it comes from. Documents are made from it.

export type Row = {
  readonly cells: readonly string[]
  /** The source of a figure, by column (sources.ts). */
  readonly sources: { readonly [column: string]: string }
}

export type Table = {
  /** The name of its file. */
  readonly name: string
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

/** A sum that must agree with the ledger or a chain. */
export type Check = { readonly what: string; readonly ok: boolean; readonly detail: string }

export type ReportFile = { readonly name: string; readonly content: Buffer }

export type Report = {
  readonly title: string
  readonly period: string
  /** False: the period has not ended, or is not read completely, so that figures may still change. */
  readonly final: boolean
  /** What a reader must know: what is not known, and how a figure is meant. */
  readonly notes: readonly string[]
  readonly tables: readonly Table[]
  readonly checks: readonly Check[]
  /** Documents in addition to the tables and the sources. */
  readonly documents: readonly ReportFile[]
}

const csvOf = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join(''))

export const tableFile = ({ name, columns, rows }: Table): ReportFile => ({
  name: `${name}.csv`,
  content: csvOf([columns, ...rows.map(({ cells }) => cells)]),
})

const traceColumns = ['table', 'row', 'column', 'value', 'source']

/** One line for each figure, with its source. Rows are numbered from 1, without the head. */
export function traceFile(tables: readonly Table[]): ReportFile {
  const lines = tables.flatMap(({ name, columns, rows }) =>
    rows.flatMap(({ cells, sources }, n) =>
      columns.flatMap((column, at) => {
        const source = sources[column]
        return source === undefined ? [] : [[name, String(n + 1), column, cells[at]!, source]]
      }),
    ),
  )
  return { name: 'sources.csv', content: csvOf([traceColumns, ...lines]) }
}

/** What a person reads first: notes and checks. */
export function readmeFile({ title, period, final, notes, checks }: Report): ReportFile {
  const lines = [
    `${title}, ${period}`,
    final ? '' : 'Provisional: the period has not ended or is not read completely.',
    ...notes,
    ...checks.map(({ what, ok, detail }) => `${ok ? 'ok' : 'DIFFERS'}  ${what}${detail === '' ? '' : `: ${detail}`}`),
  ]
  return { name: 'README.txt', content: Buffer.from(`${lines.filter(Boolean).join('\n')}\n`) }
}

/** All files of a report: the same data gives the same bytes. */
export const filesOf = (report: Report): ReportFile[] => [
  readmeFile(report),
  ...report.tables.map(tableFile),
  traceFile(report.tables),
  ...report.documents,
]
