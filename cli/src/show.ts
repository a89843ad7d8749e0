// Output for people. Programs read the same answers with --json.

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(textOf).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Rows below the names of their columns. Figures are aligned at the decimal point. */
export function table<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): string {
  if (rows.length === 0) return 'There are none.'
  const shown = rows.map(calledByName)
  const laidOut = columns.map((column) =>
    columnOf(
      column.toUpperCase(),
      shown.map((row) => textOf(row[column])),
    ),
  )
  return Array.from({ length: rows.length + 1 }, (_, line) =>
    laidOut
      .map((cells) => cells[line]!)
      .join('  ')
      .trimEnd(),
  ).join('\n')
}

const figure = /^-?\d+(\.\d+)?$/

/** The cells of a column, the title first, all of one width. */
function columnOf(title: string, cells: readonly string[]): string[] {
  const areFigures = cells.some((cell) => figure.test(cell)) && cells.every((cell) => cell === '-' || figure.test(cell))
  const aligned = areFigures ? atThePoint(cells) : cells
  const width = Math.max(...[title, ...aligned].map((cell) => cell.length))
  return [title, ...aligned].map((cell) => (areFigures ? cell.padStart(width) : cell.padEnd(width)))
}

function atThePoint(cells: readonly string[]): string[] {
  const decimals = cells.map((cell) => cell.split('.')[1]?.length ?? -1)
  const most = Math.max(...decimals)
  return cells.map((cell, n) => cell + ' '.repeat(most - decimals[n]!))
}

type List<Row> = { readonly items: readonly Row[]; readonly next_cursor: string | null }

/** A page of a list, and how to get the next one. */
export const listed =
  <Row extends object>(...columns: (keyof Row & string)[]) =>
  ({ items, next_cursor }: List<Row>): string =>
    table(items, columns) + more(next_cursor)

/** The same with a custom line for each row. */
export const linesOf =
  <Row>(line: (row: Row) => string) =>
  ({ items, next_cursor }: List<Row>): string =>
    (items.map(line).join('\n') || 'There are none.') + more(next_cursor)

const more = (cursor: string | null): string => (cursor === null ? '' : `\nThere are more; add --cursor ${cursor}`)

/** Names and values of a record, in one line. */
export const named = (detail: readonly { name: string; value: string }[]): string =>
  detail.map(({ name, value }) => `${name} ${value}`).join(', ')

/** All fields of a record, one per line, without empty ones; people appear by name. */
export const details = (value: object): string => detailsOf(value).join('\n')

function detailsOf(value: object): string[] {
  return Object.entries(calledByName(value)).flatMap(([name, one]: [string, unknown]) => {
    if (one === null || (Array.isArray(one) && one.length === 0)) return []
    if (Array.isArray(one) && typeof one[0] === 'object')
      return [`${name}:`, ...one.flatMap((item: object) => bulleted(detailsOf(item)))]
    return typeof one === 'object' && !Array.isArray(one)
      ? [`${name}:`, ...detailsOf(one).map((line) => `  ${line}`)]
      : [`${name}: ${textOf(one)}`]
  })
}

/** `maker` and `maker_name` become one line. Programs read both with --json. */
function calledByName<T extends object>(value: T): T {
  const known = new Map(Object.entries(value))
  const nameOf = (field: string): unknown => known.get(`${field}_name`) ?? known.get(field)
  const isName = (field: string): boolean => field.endsWith('_name') && known.has(field.slice(0, -'_name'.length))
  const fields = [...known.keys()].filter((field) => !isName(field))
  return Object.fromEntries(fields.map((field) => [field, nameOf(field)])) as T
}

const bulleted = (lines: readonly string[]): string[] => lines.map((line, n) => `  ${n === 0 ? '-' : ' '} ${line}`)
