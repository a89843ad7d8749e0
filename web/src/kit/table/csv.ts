import { csvCell } from '@specie/protocol/encoding/csv.ts'
import type { Column } from './column.ts'

/** A table as CSV, with the text of each column. */
export function csvOf<R>(columns: readonly Pick<Column<R>, 'title' | 'text'>[], rows: readonly R[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ text }) => text(row)))]
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** Saves a text, or bytes, as a file. */
export function download(name: string, content: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
