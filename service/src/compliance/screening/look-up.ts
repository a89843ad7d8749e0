import type { Screener } from '@specie/screening/screen.ts'
import type { ActiveEntry } from '../list/active.ts'
import type { Party } from './party.ts'

/** An entry that a party matches. */
export type Found = Omit<ActiveEntry, 'entry'> & {
  readonly score: number
  /** The score part by part, in words. */
  readonly why: readonly string[]
  /** The name of the entry that is alike; null if an identifier or an address is equal. */
  readonly name: string | null
}

type Hit = ReturnType<Screener['hits']>[number]

/** The entries that this party matches, each once with its best score, best first. */
export function lookUp(screener: Screener, party: Party, entryOf: (id: string) => Omit<ActiveEntry, 'entry'>): Found[] {
  const best = new Map<string, Hit>()
  for (const hit of questions(party).flatMap((one) => screener.hits(one))) {
    const known = best.get(hit.id)
    if (known === undefined || known.score < hit.score) best.set(hit.id, hit)
  }
  return [...best.values()]
    .map(({ id, score, why, name }) => ({ ...entryOf(id), score, why, name }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

/** A name that may be of a person or of a company is looked up as both. */
function questions({ kind, name, born, countries, identifiers }: Party): Parameters<Screener['hits']>[0][] {
  if (kind === 'wallet') return [{ kind: 'company', name: '', wallet: name }]
  const facts = {
    name,
    ...(born !== undefined && { born }),
    ...(countries !== undefined && { countries }),
    ...(identifiers !== undefined && { identifiers }),
  }
  const kinds = kind === 'any' ? (['person', 'company'] as const) : [kind]
  return kinds.map((one) => ({ kind: one, ...facts }))
}
