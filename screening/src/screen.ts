import { buildIndex, type NameIndex } from './index/name-index.ts'
import type { DateRange, Entry, Name } from './lists/entry.ts'
import { walletKey } from './lists/wallet.ts'
import { type Kind, type Reading, readName } from './match/compare-names.ts'
import { type Facts, identifierKey, type PartialDate, weighed } from './match/evidence.ts'

// The public face of screening: entries of lists go in and out one by one, and a party is looked up in them.

/** Who is screened. What is left out says nothing. */
export type Party = {
  readonly kind: Kind
  readonly name: string
  readonly aliases?: readonly string[]
  /** `1965`, `1965-03` or `1965-03-04`. */
  readonly born?: string
  /** ISO 3166 codes: nationality, residence, registration. */
  readonly countries?: readonly string[]
  readonly identifiers?: readonly PartyIdentifier[]
  /** An address on any chain. */
  readonly wallet?: string
}

export type PartyIdentifier = {
  /** As in entries: `passport`, `registration`, `lei`, … */
  readonly kind: string
  readonly value: string
  /** ISO 3166, if known: numbers of different countries are different. */
  readonly country?: string
}

export type Hit = {
  /** The id that the entry was added with. */
  readonly id: string
  /** From 0.85 to 1; an equal identifier or wallet address scores 1. */
  readonly score: number
  /** What the score is made of, part by part, for and against. */
  readonly why: readonly string[]
  /** The name of the entry that is alike; null if only an identifier or an address is equal. */
  readonly name: string | null
}

export type Screener = {
  /** How many entries it has. */
  readonly size: number
  /** Adds an entry; one with the same id is replaced. */
  add(id: string, entry: Entry): void
  /** Removes an entry; an unknown id changes nothing. */
  remove(id: string): void
  /** Entries that the party may be, the likeliest first. */
  hits(party: Party): Hit[]
}

/** An empty screener. It lives in memory; fill it with the entries of the active versions. */
export function createScreener(): Screener {
  const entries = new Map<string, Known>()
  let names: NamesOfEntries | null = null
  return {
    get size() {
      return entries.size
    },
    add(id, entry) {
      entries.set(id, known(id, entry))
      names = null
    },
    remove(id) {
      if (entries.delete(id)) names = null
    },
    hits(party) {
      names ??= namesOf(entries.values())
      return found(entries, names, party)
    },
  }
}

type Known = {
  readonly id: string
  readonly facts: Facts
  readonly exact: ReadonlySet<string>
  readonly names: readonly { readonly name: Name; readonly reading: Reading }[]
}

type NamesOfEntries = {
  readonly index: NameIndex
  readonly of: readonly { readonly known: Known; readonly name: Name }[]
}

function namesOf(entries: Iterable<Known>): NamesOfEntries {
  const all = [...entries].flatMap((one) => one.names.map(({ name, reading }) => ({ known: one, name, reading })))
  return { index: buildIndex(all.map(({ reading }) => reading)), of: all }
}

const known = (id: string, entry: Entry): Known => ({
  id,
  facts: {
    dates: entry.births.flatMap(datesOf),
    countries: [...new Set(entry.places.flatMap(({ country }) => country ?? []))],
    identifiers: entry.identifiers.map(({ kind, value, country }) => ({ kind, value, country })),
  },
  exact: new Set([
    ...entry.identifiers.map(({ kind, value }) => identifierKey(kind, value)),
    ...entry.wallets.map(({ address }) => `wallet:${walletKey(address)}`),
  ]),
  names: entry.names.flatMap((name) => kindsOf(entry).map((kind) => ({ name, reading: readName(kind, name.text) }))),
})

/** Names of vessels and aircraft are no names of parties: these are found by their identifiers. */
const kindsOf = ({ kind }: Entry): Kind[] => {
  if (kind === 'person' || kind === 'company') return [kind]
  return kind === 'other' ? ['person', 'company'] : []
}

const longestRange = 10

/** A range of years is each of its years; a very long one says nothing. */
function datesOf({ precision, from, to }: DateRange): PartialDate[] {
  const [first, last] = [dateOf(from), dateOf(to)]
  if (precision === 'day') return [first]
  if (precision === 'month') return [{ year: first.year, month: first.month! }]
  if (last.year - first.year > longestRange) return []
  return Array.from({ length: last.year - first.year + 1 }, (_, n) => ({ year: first.year + n }))
}

function dateOf(text: string): PartialDate {
  const [year, month, day] = text.split('-').map(Number)
  return { year: year!, ...(month !== undefined && { month }), ...(day !== undefined && { day }) }
}

const factsOf = ({ born, countries = [], identifiers = [] }: Party): Facts => ({
  dates: born === undefined ? [] : [dateOf(born)],
  countries,
  identifiers: identifiers.map(({ kind, value, country }) => ({ kind, value, country: country ?? null })),
})

function found(entries: ReadonlyMap<string, Known>, { index, of }: NamesOfEntries, party: Party): Hit[] {
  const facts = factsOf(party)
  const best = new Map<string, Hit>()
  const keep = (hit: Hit): void => {
    if (hit.score > (best.get(hit.id)?.score ?? 0)) best.set(hit.id, hit)
  }
  for (const text of [party.name, ...(party.aliases ?? [])]) {
    for (const { at, found: names } of index.hits(readName(party.kind, text))) {
      const { known: entry, name } = of[at]!
      const { score, hit, why } = weighed(names, facts, entry.facts, { isWeak: name.strength === 'weak' })
      if (hit) keep({ id: entry.id, score, why, name: name.text })
    }
  }
  for (const entry of entries.values()) {
    const hit = exactHit(entry, party, facts)
    if (hit !== null) keep({ ...hit, name: best.get(entry.id)?.name ?? null })
  }
  return [...best.values()].toSorted((a, b) => b.score - a.score)
}

function exactHit(entry: Known, party: Party, facts: Facts): Hit | null {
  if (party.wallet !== undefined && entry.exact.has(`wallet:${walletKey(party.wallet)}`))
    return { id: entry.id, score: 1, why: [`wallet address ${party.wallet} equal`], name: null }
  if (!facts.identifiers.some(({ kind, value }) => entry.exact.has(identifierKey(kind, value)))) return null
  const { sameIdentifier, why } = weighed({ score: 0, hit: false, why: [] }, facts, entry.facts)
  return sameIdentifier ? { id: entry.id, score: 1, why, name: null } : null
}
