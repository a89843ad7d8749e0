import type { HeldKind } from '@specie/protocol/holds.ts'
import type { Sql } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { HoldDetails } from './held-items.ts'
import { partiesIn } from './screen-items.ts'
import { type ExplainedHit, explained, explainOwn, explainParties } from './screening/explain.ts'
import { readHits } from './screening/hits.ts'

type Hold = { readonly holdid: string; readonly institutionid: string; readonly kind: HeldKind | null }

/** The matches that a hold is about, and those that the parties of its item and its institution have now. */
export async function explainItem(
  env: Env,
  sql: Sql,
  { holdid, institutionid, kind }: Hold,
  details: HoldDetails | null,
): Promise<ExplainedHit[]> {
  const now = [
    ...(kind !== null && details !== null ? await explainParties(env, sql, partiesIn(kind, details, null)) : []),
    ...(await explainOwn(env, sql, institutionid)),
  ]
  const known = now.flatMap(({ id }) => id ?? [])
  // An entry may have left its list since.
  const before = await readHits(
    env,
    sql,
    'h.id in (select hit_id from compliance.hold_hit where hold_id = $1) and h.id <> all($2::uuid[])',
    [holdid, known],
  )
  const past = await explained(sql, before, (row) => (row.is_private ? 'a person of the case' : null))
  return [...now, ...past]
}
