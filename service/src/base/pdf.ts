import { pdfFile, pdfText } from './pdf-file.ts'

// A PDF of plain text: A4 pages in a built-in fixed-width font. Lines of Markdown headings are bold.

const columns = 90
const linesPerPage = 62
const fontSize = 9
const leading = 12

export function pdfOf(lines: readonly string[]): Buffer {
  const wrapped = lines.flatMap(wrap)
  const pages: Line[][] = []
  for (let at = 0; at < wrapped.length; at += linesPerPage) pages.push(wrapped.slice(at, at + linesPerPage))
  return pdfFile(['Courier', 'Courier-Bold'], pages.map(contentOf))
}

type Line = { text: string; bold: boolean }

function wrap(line: string): Line[] {
  const bold = line.startsWith('#')
  const text = line.replace(/^#+ */, '')
  if (text === '') return [{ text, bold }]
  // A word longer than a line is cut.
  const parts = text.match(new RegExp(`\\S{${columns}}|.{1,${columns}}(?=\\s|$)|\\S+`, 'gu')) ?? []
  return parts.map((part) => ({ text: part.trimStart(), bold }))
}

function contentOf(lines: readonly Line[]): string {
  const shown = lines.map(({ text, bold }) => `/${bold ? 'F2' : 'F1'} ${fontSize} Tf (${pdfText(text)}) Tj T*`)
  return ['BT', `${leading} TL 50 790 Td`, ...shown, 'ET'].join('\n')
}
