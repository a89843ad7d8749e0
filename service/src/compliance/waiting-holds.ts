import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { placeHold, screeningActor } from './holds.ts'
import type { Question } from './screening/question.ts'

// Holds on items that wait for answers of outside services. They are released once the answers are here, and what the
// answers have found is held for itself (cleared-holds.ts).

type Waiting = { readonly id: string; readonly institution_id: string; readonly waitsFor: readonly Question[] }

/**
 * Holds each item for the questions that no active hold on it is about, and that people have not released it from. Returns
 * the items with a new hold.
 */
export async function holdWaiting(env: Env, tx: Tx, items: readonly Waiting[]): Promise<Set<string>> {
  const due = await questionsWithoutHold(tx, items)
  for (const { id: on, institution_id: institutionId } of items) {
    const questions = due.get(on)
    if (questions === undefined) continue
    const services = [...new Set(questions.map(({ service }) => service))]
    const why = `waits for the answer of ${services.join(' and ')}`
    const { holdid } = await placeHold(env, tx, { institutionId, on, reason: 'sanctions_review', why }, screeningActor)
    await tx.query(
      `insert into compliance.hold_question (hold_id, party_hash, service)
       select $1, party_hash, service from unnest($2::text[], $3::text[]) one (party_hash, service)`,
      [holdid, questions.map(({ partyHash }) => partyHash), questions.map(({ service }) => service)],
    )
  }
  return new Set(due.keys())
}

async function questionsWithoutHold(tx: Tx, items: readonly Waiting[]): Promise<Map<string, Question[]>> {
  const all = items.flatMap(({ id: item, waitsFor }) => waitsFor.map((question) => ({ item, ...question })))
  if (all.length === 0) return new Map()
  const rows = await tx.query<Question & { item: string }>(
    `select distinct item, "partyHash", service
     from jsonb_to_recordset($1) one (item uuid, "partyHash" text, service text)
     where not exists (select from compliance.hold_question l join compliance.hold h on h.id = l.hold_id
       where l.party_hash = "partyHash" and l.service = one.service and h.subject_id = item
         and (h.state <> 'released' and h.concluded_at is null or h.state = 'released' and h.maker <> $2))
     order by 1, 2, 3`,
    [JSON.stringify(all), screeningActor],
  )
  return Map.groupBy(rows, ({ item }) => item)
}
