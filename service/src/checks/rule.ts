import type { Db, Sql } from '../base/database/db.ts'

export type CheckRow = {
  invariant: `L${1 | 2 | 3 | 4 | 5 | 6 | 7}` | 'A1' | 'O1' | 'S1' | 'E1' | 'V1'
  what: string
  ok: boolean
  /** The check was not possible because an outside system does not answer. Then it is not ok. */
  unreachable?: true
  /** Not ok, although no rule is broken: an institution owes money. Staff must act. */
  owed?: true
  /** The first violations, or why the check could not be made; empty when ok. */
  detail: string
  /** Useful information that is not a violation. */
  note?: string
}

/**
 * The start of a check: after the last checked journal, and after the transactions of the last order, row version and
 * history step.
 */
export type CheckRange = {
  readonly full: boolean
  readonly journals: bigint
  readonly versions: bigint
  readonly orders: bigint
  readonly history: bigint
}
export const fullRange: CheckRange = { full: true, journals: 0n, versions: 0n, orders: 0n, history: 0n }

/**
 * Each query lists the violations of its rule, one per row. A rule must not assume the result of another one. A query as a
 * function can check recent data only; the others read everything each time.
 */
export type Rule = Pick<CheckRow, 'invariant' | 'what' | 'owed'> & { breaks: string | ((since: CheckRange) => string) }

export function checkAll(db: Db, rules: readonly Rule[]): Promise<CheckRow[]> {
  return db.tx((tx) => checkRules(tx, rules), 'check')
}

/** Called before each rule is checked. */
export type Progress = (what: string) => void

export async function checkRules(
  sql: Sql,
  rules: readonly Rule[],
  since: CheckRange = fullRange,
  progress: Progress = () => {},
): Promise<CheckRow[]> {
  const rows: CheckRow[] = []
  for (const rule of rules) {
    progress(rule.what)
    rows.push(await checkRule(sql, rule, since))
  }
  return rows
}

const maxShown = 3

async function checkRule(sql: Sql, { invariant, what, breaks, owed }: Rule, since: CheckRange): Promise<CheckRow> {
  const query = typeof breaks === 'string' ? breaks : breaks(since)
  const found = await sql.query<{ break: string; count: bigint }>(
    `select break, count(*) over () as count from (${query}) broken (break) order by break limit ${maxShown}`,
  )
  const count = Number(found[0]?.count ?? 0)
  const result = row(
    invariant,
    what,
    found.map((one) => one.break),
    count,
  )
  return owed && !result.ok ? { ...result, owed } : result
}

/** A break; neither an impossible check nor a debt. */
export const isBroken = ({ ok, unreachable, owed }: CheckRow): boolean => !ok && !unreachable && !owed

/** The result of a rule; `count`: the number of violations, if more than listed. */
export function row(
  invariant: CheckRow['invariant'],
  what: string,
  breaks: readonly string[],
  count = breaks.length,
): CheckRow {
  const more = count - Math.min(maxShown, breaks.length)
  const detail = breaks.slice(0, maxShown).join('; ') + (more > 0 ? `; and ${more} more` : '')
  return { invariant, what, ok: breaks.length === 0, detail }
}

/** The table that `specie check` prints. */
export function formatCheck(rows: readonly CheckRow[]): string {
  const width = Math.max(...rows.map((row) => row.what.length))
  return rows
    .map(({ invariant, what, ok, unreachable, owed, detail, note }) => {
      const noteText = note === undefined ? '' : `  ${note}`
      const result = ok ? 'ok' : `${unreachable ? 'NOT REACHABLE' : owed ? 'OWED' : 'BROKEN'}  ${detail}`
      return `${invariant}  ${what.padEnd(width)}  ${result}${noteText}`.trimEnd()
    })
    .join('\n')
}
