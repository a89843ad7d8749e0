import type { happened, hit } from '@specie/protocol/console/case-parts.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import type { z } from 'zod'
import type { Sql } from '../../base/database/db.ts'
import { type HistoryEvent, eventsAbout } from '../../compliance/case.ts'
import { type ExplainedHit, explainHits } from '../../compliance/parties.ts'
import { actorNames } from '../../directory/actor-names.ts'

// Parts that several pages of the console show next to a decision.

type HitView = z.infer<typeof hit>
type Happened = { [name in keyof typeof happened]: z.infer<(typeof happened)[name]> }

/** Four decimals, as text. */
export const ratio = (value: number): string => formatMinor(BigInt(Math.round(value * 10_000)), 4)

/** Every entry of the watchlists that these names match. */
export const hitsOf = async (sql: Sql, names: readonly string[]): Promise<HitView[]> =>
  (await explainHits(sql, names)).map(hitView)

export const hitView = ({ name, entry, score, words }: ExplainedHit): HitView => ({
  name,
  entry: { ...entry, listed_at: entry.listed_at.toISOString() },
  score: ratio(score),
  words: words.map((word) => ({
    word: word.other,
    listed: word.one,
    similarity: ratio(word.score),
    letters: word.letters,
  })),
})

/** The history of a row, newest first. */
export const historyOf = async (sql: Sql, id: string): Promise<Happened[]> =>
  (await withActorNames(sql, await eventsAbout(sql, id, 'thing'))).map(({ of: _of, ...event }) => event)

export async function withActorNames<E extends HistoryEvent>(
  sql: Sql,
  events: readonly E[],
): Promise<(E & { actor_name: string | null })[]> {
  const names = await actorNames(
    sql,
    events.map(({ actor }) => actor),
  )
  return events.map((event) => ({ ...event, actor_name: names.get(event.actor) ?? null }))
}
