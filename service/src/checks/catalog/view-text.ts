/** Matches only the line that names the view's own table, without a join. Its name inside the view. */
function onlyTable(text: string): string | undefined {
  const lines = text.split('\n')
  const froms = lines.flatMap((line, n) => (line.startsWith('   FROM ') ? [n] : []))
  if (froms.length !== 1) return undefined
  const [from] = froms
  if (/^ {4,5}(\S.*)?(JOIN|LATERAL) /.test(lines[from! + 1] ?? '')) return undefined
  return /^ {3}FROM (?:[a-z_]+\.)?([a-z_]+)(?: ([a-z_]+))?;?$/.exec(lines[from!]!)?.slice(1).findLast(Boolean)
}

/**
 * The text of a view as PostgreSQL 16 and later print it. For a view on one table, version 15 prefixes each column with that
 * table and version 16 does not. Only that prefix is removed, and not within quotes; columns of other tables keep theirs.
 */
export function withoutItsOnlyTable(text: string): string {
  const table = onlyTable(text)
  if (table === undefined) return text
  const tokens = new RegExp(`('(?:[^']|'')*'|"(?:[^"]|"")*")|(?<![\\w.])${table}\\.(?=[a-z_])`, 'g')
  return text.replace(tokens, (_, quoted: string | undefined) => quoted ?? '')
}
