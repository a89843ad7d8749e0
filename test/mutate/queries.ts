import type { Mutant } from './mutant.ts'
import { applied, changesOf } from './sql-rules.ts'

// Stryker treats a query as one text and can only empty it. Here the SQL inside is changed, by the rules for functions.

const literal =
  /`\s*\(?\s*(?:select|insert|update|delete|with|lock)\b[^`]*`|'(?:select|insert|update|delete|with|lock) [^'\n\\]*(?:\\'[^'\n\\]*)*'/g

/** `source` is the original file, `instrumented` Stryker's output. */
export function withQueries(
  module: string,
  file: string,
  source: string,
  instrumented: string,
): { text: string; mutants: Mutant[] } {
  const mutants: Mutant[] = []
  let text = instrumented
  for (const { 0: quoted, index } of source.matchAll(literal)) {
    const sql = quoted.slice(1, -1)
    // A query with a hole that Stryker has changed cannot be found again.
    const changes =
      sql.includes('\\') || !text.includes(quoted) || already(source, quoted, index)
        ? []
        : changesOf(sql, { procedure: false })
    if (changes.length === 0) continue
    const found = changes.map((one) => {
      const line = source.slice(0, index + 1 + one.at).split('\n').length
      const how = { switch: `${file}#${index}:${one.at}-${one.end}:${one.becomes}` }
      const code = source.split('\n')[line - 1]!.trim()
      return {
        module,
        file,
        line,
        rule: one.rule,
        code,
        was: sql.slice(one.at, one.end),
        becomes: one.becomes,
        how,
        sql: applied(sql, one),
      }
    })
    const ids = found.map(({ how }) => JSON.stringify(how.switch))
    const choices = found.map(
      ({ how, sql: changed }) =>
        `stryMutAct_9fa48(${JSON.stringify(how.switch)}) ? ${quoted[0]}${changed}${quoted[0]} : `,
    )
    text = text.replaceAll(quoted, () => `(stryCov_9fa48(${ids.join(', ')}), ${choices.join('')}${quoted})`)
    mutants.push(...found.map(({ sql: _changed, ...mutant }) => mutant))
  }
  return { text, mutants }
}

/** The same query twice in a file: both change together. */
const already = (source: string, quoted: string, index: number): boolean => source.indexOf(quoted) < index
