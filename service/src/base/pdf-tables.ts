import { paper, pdfFile, pdfText } from './pdf-file.ts'

// A PDF of headings, sentences and tables, in Helvetica. Tables continue over pages, with their head on each.

type Align = 'left' | 'right'
/**
 * `at`: the left edge of the text, or the right edge if it is aligned to the right; `width`: longer text is cut. In
 * points.
 */
export type PdfColumn = { readonly title: string; readonly at: number; readonly width: number; readonly align: Align }

export type PdfBlock =
  | { readonly kind: 'title' | 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly columns: readonly PdfColumn[]; readonly rows: readonly PdfRow[] }
export type PdfRow = { readonly cells: readonly string[]; readonly bold?: boolean }

const margin = { side: 50, top: 56, bottom: 60 }
const sizes = { title: 20, heading: 12, text: 9, cell: 7.5 } as const
const leadings = { title: 30, heading: 26, text: 14, cell: 14 } as const

/** `foot` is printed at the bottom of every page, next to its number. */
export function pdfOfBlocks(blocks: readonly PdfBlock[], foot: string): Buffer {
  const pages = layOut(blocks)
  const feet = pages.map((_, n) => [
    drawn({ text: foot, at: margin.side, y: 34, size: 7.5 }),
    drawn({ text: `${n + 1} / ${pages.length}`, at: paper.width - margin.side, y: 34, size: 7.5, align: 'right' }),
  ])
  return pdfFile(
    ['Helvetica', 'Helvetica-Bold'],
    pages.map((page, n) => [...page, ...feet[n]!].join('\n')),
  )
}

function layOut(blocks: readonly PdfBlock[]): string[][] {
  const pages: string[][] = [[]]
  let y = paper.height - margin.top
  const turn = () => {
    pages.push([])
    y = paper.height - margin.top
  }
  /** Moves down by this distance; begins a new page when the rest, including `below`, does not fit. */
  const down = (by: number, below = 0): boolean => {
    const fits = y - by - below >= margin.bottom
    if (!fits) turn()
    y -= by
    return fits
  }
  const put = (operators: string) => pages.at(-1)!.push(operators)
  const row = (columns: readonly PdfColumn[], { cells, bold = false }: PdfRow) =>
    columns.forEach(({ at, width, align }, n) =>
      put(drawn({ text: cut(cells[n] ?? '', width, sizes.cell), at, y, size: sizes.cell, bold, align })),
    )
  const head = (columns: readonly PdfColumn[]) => {
    row(columns, { cells: columns.map(({ title }) => title) })
    put(rule(y - 4))
  }
  for (const block of blocks) {
    if (block.kind !== 'table') {
      // Keeps a heading together with the rows that follow it.
      down(leadings[block.kind], block.kind === 'heading' ? 4 * leadings.cell : 0)
      const bold = block.kind !== 'text'
      put(drawn({ text: block.text, at: margin.side, y, size: sizes[block.kind], bold }))
      continue
    }
    down(leadings.cell + 4)
    head(block.columns)
    for (const one of block.rows) {
      if (!down(leadings.cell)) {
        head(block.columns)
        y -= leadings.cell
      }
      row(block.columns, one)
    }
    down(10)
  }
  return pages
}

type DrawnText = { text: string; at: number; y: number; size: number; bold?: boolean; align?: Align }

function drawn({ text, at, y, size, bold = false, align = 'left' }: DrawnText): string {
  const x = align === 'left' ? at : at - widthOf(text) * size
  return `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${hundredths(x)} ${y} Td (${pdfText(text)}) Tj ET`
}

const hundredths = (points: number): number => Math.round(points * 100) / 100

const rule = (y: number): string => `0.5 w 0.8 G ${margin.side} ${y} m ${paper.width - margin.side} ${y} l S`

function cut(text: string, width: number, size: number): string {
  if (widthOf(text) * size <= width) return text
  let kept = text
  while (kept !== '' && widthOf(`${kept}…`) * size > width) kept = kept.slice(0, -1)
  return `${kept}…`
}

/** Helvetica's widths of the characters from space to tilde, in thousandths of its size, as Adobe publishes them. */
const widths =
  `278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278
  584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611
  278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500
  500 334 260 334 584`
    .split(/\s+/)
    .map(Number)

/** In parts of the size. Digits are as wide in bold; other letters are a little wider there, so none are aligned to the right. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (widths[letter.codePointAt(0)! - 32] ?? 556), 0) / 1000
