import { decoded, type Chunks } from '../decode.ts'
import { clean, toEntry, type Entry } from '../entry.ts'
import { damaged, otherFormat } from '../error.ts'
import { limits } from '../limits.ts'
import { newNotes, type Notes } from '../notes.ts'

// About a dozen Russian entities are under an investment ban, which is no asset freeze. They are in no file: the government
// publishes them as a table on a page of gov.uk, and some of them are on the UK Sanctions List as well.

const columns = {
  name: /^organisation$/,
  historic: /^historic group id$/,
  unique: /^uk sanctions list unique id$/,
} as const

/** The page «Russia: list of persons named in relation to financial and investment restrictions». */
export async function* readUkInvestmentBans(chunks: Chunks, _notes: Notes = newNotes()): AsyncGenerator<Entry> {
  const [header, ...rows] = rowsOf(await pageOf(chunks))
  const heads = header.map((head) => head.replace(/[\s[\](]*\d*[\])]*$/, '').toLowerCase())
  const index = (column: keyof typeof columns) => heads.findIndex((head) => columns[column].test(head))
  for (const column of ['name', 'historic', 'unique'] as const) {
    if (index(column) >= 0) continue
    throw otherFormat('the table', `it has no column like ${columns[column].source}; it has ${heads.join(', ')}`)
  }
  for (const [number, row] of rows.entries()) {
    if (row.length !== header.length) {
      throw damaged(`row ${number + 1} of the table`, `it has ${row.length} cells instead of ${header.length}`)
    }
    yield toBan(row[index('name')]!, row[index('unique')]!, row[index('historic')]!, number + 1)
  }
}

/** The id of the UK Sanctions List if the entity is on it, and else the one of OFSI. */
function toBan(name: string, unique: string, historic: string, row: number): Entry {
  const reference = [unique, historic].find((id) => /[A-Z0-9]/i.test(id))
  if (!reference || name === '') throw damaged(`row ${row} of the table`, 'it has no name or no id')
  return toEntry({
    list: 'uk_investment_bans',
    reference,
    kind: 'company',
    names: [{ text: name, parts: [{ kind: 'whole', text: name }], strength: 'primary' }],
    programmes: ['Russia'],
    measures: { assetFreeze: false, named: ['Investment ban'] },
    remarks: reference === unique && /\d/.test(historic) ? [`OFSI group: ${historic}`] : [],
  })
}

async function pageOf(chunks: Chunks): Promise<string> {
  let page = ''
  for await (const text of decoded(chunks)) {
    page += text
    if (page.length > limits.page) throw damaged('the page', `it has more than ${limits.page} characters`)
  }
  return page
}

/** The rows of the only table: first its heads. A page that is cut off has no end. */
function rowsOf(page: string): [string[], ...string[][]] {
  if (!/<\/html>\s*$/i.test(page)) throw damaged('the end of the page', '</html> is missing: the page is cut off')
  const tables = [...page.matchAll(/<table\b[^>]*>([^]*?)<\/table>/gi)].map((match) => match[1]!)
  if (tables.length !== 1) throw otherFormat('the page', `it has ${tables.length} tables instead of one`)
  const rows = [...tables[0]!.matchAll(/<tr\b[^>]*>([^]*?)<\/tr>/gi)].map((match) => cellsOf(match[1]!))
  const [header, ...others] = rows
  if (!header || others.length === 0) throw otherFormat('the table', 'it has no rows')
  return [header, ...others]
}

const cellsOf = (row: string): string[] =>
  [...row.matchAll(/<t([hd])\b[^>]*>([^]*?)<\/t\1>/gi)].map((match) => plainText(match[2]!))

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function plainText(html: string): string {
  const text = html.replaceAll(/<[^>]*>/g, ' ')
  return clean(
    text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
      return code === null ? (references[name!.toLowerCase()] ?? whole) : String.fromCodePoint(Math.min(code, 0x10ffff))
    }),
  )
}
