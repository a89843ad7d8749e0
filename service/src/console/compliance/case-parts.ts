import type { happened, hit } from '@specie/protocol/console/case-parts.ts'
import type { DateRange, ListCode } from '@specie/screening/lists/entry.ts'
import { listTitles } from '@specie/screening/lists/formats.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import type { z } from 'zod'
import type { Sql } from '../../base/database/db.ts'
import { type HistoryEvent, eventsAbout } from '../../compliance/hold-case.ts'
import type { ListedEntry } from '../../compliance/screening/entries.ts'
import type { ExplainedHit } from '../../compliance/screening/explain.ts'
import { actorNames } from '../../directory/actor-names.ts'

// Parts that several pages of the console show next to a decision.

type HitView = z.infer<typeof hit>
type Happened = { [name in keyof typeof happened]: z.infer<(typeof happened)[name]> }

/** Four decimals, as text. */
export const ratio = (value: number): string => formatMinor(BigInt(Math.round(value * 10_000)), 4)

/** A match for people, with the whole entry. */
export const hitView = ({ id, name, party, listed, alike, score, why, state }: ExplainedHit): HitView => ({
  id,
  name,
  party: party && {
    kind: party.kind,
    born: party.born ?? null,
    countries: [...(party.countries ?? [])],
    identifiers: (party.identifiers ?? []).map(({ kind, value }) => `${kind} ${value}`),
  },
  entry: entryView(listed, alike),
  score: ratio(score),
  why: [...why],
  state,
})

function entryView({ id, list, effect, entry, version, listed_at, is_ended }: ListedEntry, alike: string | null) {
  const { reference, names, births, places, identifiers, wallets, programmes } = entry
  return {
    id,
    title: listTitles[list as ListCode] ?? list,
    name: alike ?? names[0]?.text ?? wallets[0]?.address ?? reference,
    list,
    reference,
    version,
    effect,
    listed_at: listed_at.toISOString(),
    is_ended,
    names: names.map(({ text, strength }) => (strength === 'weak' ? `${text} (weak alias)` : text)),
    births: births.map(birthText),
    countries: [...new Set(places.flatMap(({ country }) => country ?? []))],
    identifiers: identifiers.map(({ label, kind, value }) => `${label || kind} ${value}`),
    wallets: wallets.map(({ ticker, address }) => `${ticker} ${address}`.trim()),
    programmes: [...programmes],
  }
}

const birthText = ({ precision, from, to, circa }: DateRange): string => {
  const text = { day: from, month: from.slice(0, 7), year: from.slice(0, 4), range: `${from} to ${to}` }[precision]
  return circa ? `about ${text}` : text
}

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
