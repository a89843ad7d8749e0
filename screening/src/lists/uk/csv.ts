import { dateRange, dayOf } from '../dates.ts'
import { csvRows, type Row } from '../csv.ts'
import type { Chunks } from '../decode.ts'
import { clean, type Entry } from '../entry.ts'
import { damaged, otherFormat } from '../error.ts'
import { count, newNotes, type Notes } from '../notes.ts'
import { newDesignation, ukEntry, ukIdentifier, ukPlace, type Designation } from './designation.ts'

/** The columns that are read. The list is refused if one is missing. */
const used = [
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type',
  'Alias strength,Title,Name non-latin script,Regime Name,Designation Type,Sanctions Imposed,Other Information',
  'UK Statement of Reasons,Address Line 1,Address Line 2,Address Line 3,Address Line 4,Address Line 5,Address Line 6',
  'Address Postal Code,Address Country,Date Designated,D.O.B,Nationality(/ies),National Identifier number',
  'National Identifier additional information,Passport number,Passport additional information,Position,Town of birth',
  'Country of birth,Parent company,Business registration number (s),IMO number,Current owner/operator (s)',
  'Current believed flag of ship',
].flatMap((line) => line.split(','))

const others = [
  'Non-latin script type,Non-latin script language,Designation source,Phone number,Website,Email address,Gender',
  'Type of entity,Subsidiaries,Previous owner/operator (s),Previous flags,Type of ship,Tonnage of ship,Length of ship',
  'Year Built,Hull identification number (HIN)',
].flatMap((line) => line.split(','))

/** Where each column is, and how many there are. */
type Columns = { readonly width: number; readonly at: ReadonlyMap<string, number> }

/** The value of a column in one row. */
type Cells = (column: string) => string

/** The UK Sanctions List as CSV. Rows repeat for each name, address and date of an entry, so entries come at the end. */
export async function* readUkCsv(chunks: Chunks, notes: Notes = newNotes()): AsyncGenerator<Entry> {
  const designations = new Map<string, Designation>()
  let columns: Columns | null = null
  for await (const row of csvRows(chunks)) {
    if (columns) addRow(designations, row, columns)
    else if (isMetadata(row)) notes.issued = reportDate(row.cells[0]!)
    else columns = columnsOf(row, notes)
  }
  if (!columns) throw otherFormat('The whole file', 'it has no row with the names of the columns, such as Unique ID')
  for (const designation of designations.values()) yield ukEntry(designation)
}

/** The first row is `Report Date: 24-Jun-2026`, and not the names of the columns. */
const isMetadata = ({ line, cells }: Row): boolean => line === 1 && /^report date/i.test(cells[0]!.trim())

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function reportDate(text: string): string | null {
  const found = /(\d{1,2})-([a-z]{3})[a-z]*-(\d{4})/i.exec(text)
  if (!found) return null
  const [, day, month, year] = found
  return dayOf(dateRange({ year: +year!, month: months.indexOf(month!.toLowerCase()) + 1, day: +day! }))
}

function columnsOf({ line, cells }: Row, notes: Notes): Columns {
  const found = new Map(cells.map((name, index) => [nameOf(name), index]))
  const missing = used.filter((name) => !found.has(nameOf(name)))
  const known = new Set([...used, ...others].map(nameOf))
  const unknown = cells.filter((name) => !known.has(nameOf(name)))
  if (missing.length > 0) throw otherFormat(`line ${line}`, problem(missing, unknown, found))
  for (const name of unknown) count(notes.unknown, name)
  return { width: cells.length, at: new Map(used.map((name) => [name, found.get(nameOf(name))!])) }
}

function problem(missing: readonly string[], unknown: readonly string[], found: ReadonlyMap<string, number>): string {
  if (found.has('group id') && found.has('alias type')) {
    return 'this is OFSI’s consolidated list, which ended in January 2026; the UK Sanctions List has another format'
  }
  const gone = `the column${missing.length === 1 ? '' : 's'} ${missing.slice(0, 5).join(', ')} of the UK Sanctions List`
  const news = unknown.length === 0 ? '' : `, and these are new: ${unknown.slice(0, 5).map(clean).join(', ')}`
  return `${gone} ${missing.length === 1 ? 'is' : 'are'} missing${news}`
}

const nameOf = (column: string): string => clean(column).toLowerCase()

function addRow(designations: Map<string, Designation>, { line, cells }: Row, { width, at }: Columns): void {
  if (cells.length !== width) {
    throw damaged(`line ${line}`, `the row has ${cells.length} columns instead of ${width}`)
  }
  const cell: Cells = (column) => cells[at.get(column)!]!.trim()
  const id = cell('Unique ID')
  if (id === '') throw damaged(`line ${line}`, 'the row has no Unique ID')
  const type = cell('Designation Type')
  const designation = designations.get(id) ?? newDesignation(id, type)
  if (designation.type !== type) throw damaged(`line ${line}`, `${id} is ${designation.type} before, and here ${type}`)
  designations.set(id, designation)
  read(designation, cell)
}

function read(designation: Designation, cell: Cells): void {
  const fill = (list: string[], column: string, label = '') => {
    const text = cell(column)
    if (text !== '') list.push(`${label}${text}`)
  }
  designation.names.push({
    names: [1, 2, 3, 4, 5, 6].map((number) => cell(`Name ${number}`)),
    type: cell('Name type'),
    aliasStrength: cell('Alias strength'),
  })
  fill(designation.nonLatin, 'Name non-latin script')
  fill(designation.births, 'D.O.B')
  fill(designation.regimes, 'Regime Name')
  fill(designation.sanctions, 'Sanctions Imposed')
  fill(designation.designated, 'Date Designated')
  fill(designation.updated, 'Last Updated')
  readRemarks(designation, fill)
  const lines = [1, 2, 3, 4, 5, 6].map((number) => cell(`Address Line ${number}`))
  designation.places.push(
    ...ukPlace('address', [...lines, cell('Address Postal Code')], cell('Address Country')),
    ...ukPlace('birth', [cell('Town of birth')], cell('Country of birth')),
    ...ukPlace('nationality', [], cell('Nationality(/ies)')),
    ...ukPlace('flag', [], cell('Current believed flag of ship')),
  )
  designation.identifiers.push(
    ...ukIdentifier('Passport number', cell('Passport number'), cell('Passport additional information')),
    ...ukIdentifier(
      'National Identifier number',
      cell('National Identifier number'),
      cell('National Identifier additional information'),
    ),
    ...ukIdentifier('Business registration number', cell('Business registration number (s)')),
    ...ukIdentifier('IMO number', cell('IMO number')),
  )
}

function readRemarks({ remarks }: Designation, fill: (list: string[], column: string, label?: string) => void): void {
  fill(remarks, 'Other Information')
  fill(remarks, 'UK Statement of Reasons')
  fill(remarks, 'Title', 'Title: ')
  fill(remarks, 'Position', 'Position: ')
  fill(remarks, 'Parent company', 'Parent company: ')
  fill(remarks, 'Current owner/operator (s)', 'Owner or operator: ')
  fill(remarks, 'UN Reference Number', 'UN reference: ')
  fill(remarks, 'OFSI Group ID', 'OFSI group: ')
}
