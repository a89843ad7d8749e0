// What commands print for people. Programs read the same answers with --json.

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(textOf).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Rows below the names of their columns. */
export function table<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): string {
  if (rows.length === 0) return 'There are none.'
  const lines = [
    columns.map((column) => column.toUpperCase()),
    ...rows.map((row) => columns.map((column) => textOf(row[column]))),
  ]
  const widths = columns.map((_, n) => Math.max(...lines.map((line) => line[n]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, n) => cell.padEnd(widths[n]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

type List<Row> = { readonly items: readonly Row[]; readonly next_cursor: string | null }

/** A page of a list, and how to see the next one. */
export const listed =
  <Row extends object>(...columns: (keyof Row & string)[]) =>
  ({ items, next_cursor }: List<Row>): string =>
    table(items, columns) + (next_cursor === null ? '' : `\nThere are more: add --cursor ${next_cursor}`)

/** Everything that is known of one thing, a line each; what is empty is left out. */
export const details = (value: object): string => linesOf(value).join('\n')

function linesOf(value: object): string[] {
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    if (one === null || (Array.isArray(one) && one.length === 0)) return []
    if (Array.isArray(one) && typeof one[0] === 'object')
      return [`${name}:`, ...one.flatMap((item: object) => bulleted(linesOf(item)))]
    return typeof one === 'object' && !Array.isArray(one)
      ? [`${name}:`, ...linesOf(one).map((line) => `  ${line}`)]
      : [`${name}: ${textOf(one)}`]
  })
}

const bulleted = (lines: readonly string[]): string[] => lines.map((line, n) => `  ${n === 0 ? '-' : ' '} ${line}`)
