import type { HeldKind, HoldReason } from '@specie/protocol/holds.ts'
import { hitText } from '@specie/protocol/rules.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { idsOf } from '../base/state-machine/transitions.ts'
import type { HoldDetails } from './held-items.ts'
import { placeHold, screeningActor } from './holds.ts'
import { evaluate, type LiveVersion, movementOf, noteMovements, type RuleHit } from './rule/evaluate.ts'

// What rules find in items, and the holds for it.

type Item = { readonly id: string; readonly institution_id: string }

/** Items of one kind, locked by the caller. */
export async function applyRules(
  env: Env,
  tx: Tx,
  kind: HeldKind,
  items: readonly Item[],
  details: ReadonlyMap<string, HoldDetails>,
): Promise<void> {
  const versions = await noteMovements(
    env,
    tx,
    items.map((item) => movementOf(kind, item, details.get(item.id)!)),
  )
  const hits = await evaluate(env, tx, versions, idsOf(items))
  await holdFor(env, tx, versions, hits)
}

/** One hold for each item and reason, about all versions that fired. */
async function holdFor(env: Env, tx: Tx, versions: readonly LiveVersion[], hits: readonly RuleHit[]): Promise<void> {
  const holding = new Map(
    versions.flatMap((one) =>
      one.is_shadow || one.definition.effect === 'alert' ? [] : [[one.version_id, one] as const],
    ),
  )
  const due = hits.flatMap((hit) => {
    const version = holding.get(hit.version_id)
    return version === undefined ? [] : [{ ...hit, definition: version.definition }]
  })
  for (const group of Map.groupBy(due, (hit) => `${hit.item_id} ${hit.definition.effect}`).values()) {
    const [{ item_id: on, institution_id: institutionId, definition }] = group as [(typeof group)[number]]
    const reason = definition.effect as HoldReason
    const why = group.map((hit) => hitText(hit.definition, hit.figures)).join('. ')
    const { holdid } = await placeHold(env, tx, { institutionId, on, reason, why }, screeningActor)
    await tx.query(
      'insert into compliance.hold_rule (hold_id, version_id) select $1, version from unnest($2::uuid[]) version',
      [holdid, group.map((hit) => hit.version_id)],
    )
  }
}
