import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { ledgerChecksCall } from '@specie/protocol/console/ledger.ts'
import { searchEntries } from '../base/audit/search.ts'
import type { Sql } from '../base/database/db.ts'
import { bookRules } from './check.ts'
import { failedAction, passedAction, ruleName, ruleNamed } from './noted.ts'

/** The rules about the books, with the results of the last `specie check`, from its entry in the audit chain. */
export async function lastCheck(sql: Sql): Promise<PeopleResponse<typeof ledgerChecksCall>> {
  const latest = async (action: string) => (await searchEntries(sql, { action, limit: 1 })).items[0]
  const [passed, failed] = await Promise.all([latest(passedAction), latest(failedAction)])
  const isFailed = failed !== undefined && (passed === undefined || BigInt(failed.seq) > BigInt(passed.seq))
  const last = isFailed ? failed : passed
  const broken = new Set(isFailed ? failed.detail.flatMap(({ values }) => values) : [])
  const rules = bookRules.map(({ invariant, what }) => ({ invariant: invariant as string, what }))
  const known = new Set(rules.map(ruleName))
  // Checks outside the books (the bank's statements) are named only when broken.
  const others = [...broken].filter((name) => !known.has(name)).map(ruleNamed)
  return {
    checked_at: last?.at ?? null,
    ok: last === undefined ? null : !isFailed,
    passed_at: passed?.at ?? null,
    checks: [...rules, ...others].map((rule) => ({
      ...rule,
      ok: last === undefined ? null : !broken.has(ruleName(rule)),
    })),
  }
}
