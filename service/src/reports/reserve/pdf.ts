import { type PdfBlock, type PdfColumn, pdfOfBlocks } from '../../base/pdf-tables.ts'
import type { Report, Table } from '../document/report.ts'

const [left, right] = [50, 545]

/** Columns of the same width; all but the first two are figures. */
function columnsOf({ columns }: Table): PdfColumn[] {
  const width = (right - left) / columns.length
  return columns.map((title, n) => {
    const isFigure = n > 1
    return { title, at: left + width * (isFigure ? n + 1 : n), width: width - 4, align: isFigure ? 'right' : 'left' }
  })
}

/** The report for people, with room for a signature. */
export function reservePdf({ title, period, final, notes, checks, tables }: Omit<Report, 'documents'>): Buffer {
  const texts = [
    `Period: ${period}${final ? '' : ' (provisional, the period has not ended)'}`,
    ...notes,
    ...checks.map(
      ({ what, ok, detail }) => `${ok ? 'In order' : 'To be explained'}: ${what}${detail && ` (${detail})`}`,
    ),
  ]
  const blocks: PdfBlock[] = [
    { kind: 'title', text: title },
    ...texts.flatMap(lines).map((text): PdfBlock => ({ kind: 'text', text })),
    ...tables.flatMap((table): PdfBlock[] => [
      { kind: 'heading', text: table.title },
      { kind: 'table', columns: columnsOf(table), rows: table.rows.map(({ cells }) => ({ cells })) },
    ]),
    { kind: 'heading', text: 'Signed off' },
    { kind: 'text', text: 'Name, date, signature: ' },
  ]
  return pdfOfBlocks(blocks, `Specie · ${title} · ${period}`)
}

const perLine = 110

/** A sentence as lines that fit the page. */
const lines = (text: string): string[] =>
  text.match(new RegExp(`.{1,${perLine}}(?=\\s|$)`, 'gu'))?.map((one) => one.trim()) ?? []
