import type { Db } from '@specie/service/base/database/db.ts'
import { type Plan, type Scan, wholeTables } from './watch.ts'

type Explained = { readonly 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }

/** The plan of each statement, for any values: the tables that it reads as a whole. */
export async function planScans(owner: Db, statements: readonly string[]): Promise<Scan[]> {
  const scans: Scan[] = []
  for (const text of statements) {
    const [row] = await owner.query<Explained>(`explain (generic_plan, verbose, format json) ${text}`)
    const [{ Plan: plan }] = row!['QUERY PLAN']
    scans.push(...wholeTables(plan).map((table) => ({ table, statement: text })))
  }
  return scans
}
