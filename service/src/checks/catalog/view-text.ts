/** The only line that names what the view itself reads from, and nothing is joined to it: its name inside the view. */
function onlyTable(text: string): string | undefined {
  const lines = text.split('\n')
  const froms = lines.flatMap((line, n) => (line.startsWith('   FROM ') ? [n] : []))
  if (froms.length !== 1) return undefined
  const [from] = froms
  if (/^ {4,5}(\S.*)?(JOIN|LATERAL) /.test(lines[from! + 1] ?? '')) return undefined
  return /^ {3}FROM (?:[a-z_]+\.)?([a-z_]+)(?: ([a-z_]+))?;?$/.exec(lines[from!]!)?.slice(1).findLast(Boolean)
}

/**
 * The text of a view as PostgreSQL 16 and later print it: where the view reads from one table, 15 names that table before each of
 * its columns and 16 does not. Only that name goes, and not from texts in quotes: columns of any other table keep theirs.
 */
export function withoutItsOnlyTable(text: string): string {
  const table = onlyTable(text)
  if (table === undefined) return text
  const tokens = new RegExp(`('(?:[^']|'')*'|"(?:[^"]|"")*")|(?<![\\w.])${table}\\.(?=[a-z_])`, 'g')
  return text.replace(tokens, (_, quoted: string | undefined) => quoted ?? '')
}
