import type { Sql } from '../../base/database/db.ts'
import type { KybState } from './row.ts'
import type { Risk } from './risk.ts'

export type CaseSummary = { readonly state: KybState; readonly risk: Pick<Risk, 'class' | 'score'> | null }

/** A short summary of an institution; null for the house's own desk, which has no case. */
export async function caseSummary(sql: Sql, institutionId: string): Promise<CaseSummary | null> {
  const [row] = await sql.query<CaseSummary>('select state, risk from onboarding.kyb_case where institution_id = $1', [
    institutionId,
  ])
  return row ?? null
}
