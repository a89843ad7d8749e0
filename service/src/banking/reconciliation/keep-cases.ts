import type { Sql } from '../../base/database/db.ts'
import { type BankCase, type CaseKind, openCaseAgain } from './cases.ts'

type Wanted = Pick<BankCase, 'cause'> & { readonly detail: Readonly<Record<string, string>> }

/**
 * Keeps the cases of a kind equal to a job's findings: opens missing cases, closes those that are no longer found or have
 * another detail. Returns the number of new cases.
 */
export async function keepCases(sql: Sql, kind: CaseKind, wanted: readonly Wanted[], at: Date): Promise<number> {
  const rows = JSON.stringify(wanted.map((one) => one.detail))
  await sql.query(
    `update banking.bank_case set closed_at = $3, closed_by = 'service'
     where kind = $1 and closed_at is null and not exists (select from jsonb_array_elements($2::jsonb) d where d = detail)`,
    [kind, rows, at],
  )
  const open = await sql.query<{ i: number }>(
    `select (i - 1)::integer as i from jsonb_array_elements($2::jsonb) with ordinality d (value, i)
     where exists (select from banking.bank_case where kind = $1 and closed_at is null and detail = d.value)`,
    [kind, rows],
  )
  const there = new Set(open.map((one) => one.i))
  const missing = wanted.filter((_, i) => !there.has(i))
  for (const { cause, detail } of missing) await openCaseAgain(sql, { kind, cause, detail: { ...detail } }, at)
  return missing.length
}
