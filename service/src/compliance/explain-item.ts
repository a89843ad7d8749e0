import type { HeldKind } from '@specie/protocol/holds.ts'
import type { Sql } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { HoldDetails } from './held-items.ts'
import { partiesIn } from './screen-items.ts'
import { decidedHits } from './screening/decided-hits.ts'
import { type ExplainedHit, explainHits, explainOwn, explainParties } from './screening/explain.ts'

type Hold = { readonly holdid: string; readonly institutionid: string; readonly kind: HeldKind | null }

/** The matches that a hold is about, and those that the parties of its item and its institution have now. */
export async function explainItem(
  env: Env,
  sql: Sql,
  { holdid, institutionid, kind }: Hold,
  details: HoldDetails | null,
): Promise<ExplainedHit[]> {
  const now = [
    ...(kind !== null && details !== null
      ? await explainParties(env, sql, institutionid, partiesIn(kind, details, null))
      : []),
    ...(await explainOwn(env, sql, institutionid)),
  ]
  const known = now.flatMap(({ id }) => id ?? [])
  const { ids } = await decidedHits(sql, 'hold', holdid)
  return [...now, ...(await explainHits(env, sql, ids, known))]
}
