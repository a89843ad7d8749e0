// A PDF of plain text: A4 pages in a fixed-width font that every reader has. Lines of Markdown headings are bold.

const columns = 90
const linesPerPage = 62
const fontSize = 9
const leading = 12

export function pdfOf(lines: readonly string[]): Buffer {
  const wrapped = lines.flatMap(wrap)
  const pages: Line[][] = []
  for (let at = 0; at < wrapped.length; at += linesPerPage) pages.push(wrapped.slice(at, at + linesPerPage))
  return fileOf(objectsOf(pages))
}

type Line = { text: string; bold: boolean }

function wrap(line: string): Line[] {
  const bold = line.startsWith('#')
  const text = line.replace(/^#+ */, '')
  if (text === '') return [{ text, bold }]
  // A word that is longer than a line is cut.
  const parts = text.match(new RegExp(`\\S{${columns}}|.{1,${columns}}(?=\\s|$)|\\S+`, 'gu')) ?? []
  return parts.map((part) => ({ text: part.trimStart(), bold }))
}

/** Catalog, page tree, two fonts, then each page with its content. */
function objectsOf(pages: readonly Line[][]): string[] {
  const first = 5
  const kids = pages.map((_, n) => `${first + 2 * n} 0 R`).join(' ')
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] /MediaBox [0 0 595 842] >>`,
    font('Courier'),
    font('Courier-Bold'),
    ...pages.flatMap((page, n) => {
      const content = contentOf(page)
      return [
        `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + 2 * n + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
}

function contentOf(lines: readonly Line[]): string {
  const shown = lines.map(({ text, bold }) => `/${bold ? 'F2' : 'F1'} ${fontSize} Tf (${escaped(text)}) Tj T*`)
  return ['BT', `${leading} TL 50 790 Td`, ...shown, 'ET'].join('\n')
}

/** Characters of WinAnsi beyond Latin-1 that texts of ours have. */
const winAnsi: Readonly<Record<string, number>> = {
  '’': 0x92,
  '‘': 0x91,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
  '…': 0x85,
  '€': 0x80,
}

/** One character for each byte; what the font does not have is a question mark. */
const escaped = (text: string): string =>
  [...text]
    .map((letter) => {
      const code = winAnsi[letter] ?? letter.codePointAt(0)!
      return code > 0xff || code < 0x20 ? '?' : String.fromCharCode(code)
    })
    .join('')
    .replaceAll(/[\\()]/g, String.raw`\$&`)

function fileOf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, n) => {
    const offset = file.length
    file += `${n + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)].join('\n')
  const end = `xref\n0 ${objects.length + 1}\n${table}\ntrailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + end, 'latin1')
}
