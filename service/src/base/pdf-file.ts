// A PDF file of pages whose content is written in PDF operators, with two built-in fonts: /F1 and /F2.

/** A4, in points. */
export const paper = { width: 595, height: 842 } as const

type Fonts = readonly [plain: string, bold: string]

export function pdfFile(fonts: Fonts, contents: readonly string[]): Buffer {
  return fileOf(objectsOf(fonts, contents))
}

/** Catalog, page tree, two fonts, then each page with its content. */
function objectsOf(fonts: Fonts, contents: readonly string[]): string[] {
  const first = 5
  const kids = contents.map((_, n) => `${first + 2 * n} 0 R`).join(' ')
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${contents.length} /Kids [${kids}] /MediaBox [0 0 ${paper.width} ${paper.height}] >>`,
    ...fonts.map(font),
    ...contents.flatMap((content, n) => [
      `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + 2 * n + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
}

/** Characters of WinAnsi beyond Latin-1 that our texts contain. */
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

/** A text as a PDF string: one character per byte; a character that the font lacks becomes a question mark. */
export const pdfText = (text: string): string =>
  Array.from(text)
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
