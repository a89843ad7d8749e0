import type { Day } from './open.ts'
import { textOf, type Outcome } from './look.ts'

// Every decision explains itself: what was compared with which versions, what matched and why, and what the provider said.

type Screened = { id: string; outcome: string }

/** The items whose stored decisions do not explain what became of them. */
export async function unexplained(day: Day, found: readonly Outcome[]): Promise<string[]> {
  const screened = Map.groupBy(await screenings(day), ({ id }) => id)
  const [holds, exchanges] = [await holdsWithoutReason(day), await exchangesWithoutWord(day)]
  const problems: string[] = []
  for (const one of found) {
    const own = screened.get(one.operation.id)
    if (own === undefined) problems.push(`${textOf(one.item)} was never screened`)
    if (one.item.trouble === null && own?.some(({ outcome }) => outcome !== 'clear'))
      problems.push(`${textOf(one.item)} was not clear`)
  }
  return [...problems, ...holds, ...exchanges]
}

/** Decisions that name versions of lists which were active. */
const screenings = ({ uat }: Day): Promise<Screened[]> =>
  uat.database.owner.query<Screened>(
    `select distinct subject_id as id, outcome from compliance.screening s
     where cardinality(versions) > 0 and not exists (select from unnest(s.versions) version
       where not exists (select from compliance.list_version v where v.id = version and v.state <> 'refused'))`,
  )

/** Holds of screening without a match, or whose match has no words or is in no decision of the screening. */
async function holdsWithoutReason({ uat }: Day): Promise<string[]> {
  const rows = await uat.database.owner.query<{ id: string; kind: string }>(
    `select h.id, h.subject_kind as kind from compliance.hold h where h.reason = 'sanctions_review' and (
       not exists (select from compliance.hold_hit l where l.hold_id = h.id)
       or exists (select from compliance.hold_hit l join compliance.hit hit on hit.id = l.hit_id where l.hold_id = h.id and (
         coalesce(jsonb_array_length(hit.content -> 'why'), case when hit.sealed is null then 0 else 1 end) = 0
         or not exists (select from compliance.screening s where s.outcome = 'hit' and hit.party_hash = any(s.parties)))))`,
  )
  return rows.map(({ id, kind }) => `the hold ${id} on a ${kind} has no explained match`)
}

/** Exchanges that ended without an approval, and do not say why. */
async function exchangesWithoutWord({ uat }: Day): Promise<string[]> {
  const rows = await uat.database.owner.query<{ id: string; state: string }>(
    `select id, state from compliance.exchange e where state in ('rejected', 'timed_out')
       and (reason is null or not exists (select from compliance.exchange_message m where m.exchange_id = e.id))`,
  )
  return rows.map(({ id, state }) => `the exchange ${id} is ${state} without a reason or a message`)
}
