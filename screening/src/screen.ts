import { OwnedNames } from './index/owned-names.ts'
import type { DateRange, Entry, EntryKind, Name } from './lists/entry.ts'
import { walletKey } from './lists/wallet.ts'
import type { Kind } from './match/compare-names.ts'
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
  const names = { person: new OwnedNames<Known>('person'), company: new OwnedNames<Known>('company') }
  const exact = new Map<string, Set<Known>>()
  const remove = (id: string): void => {
    const entry = entries.get(id)
    if (entry === undefined) return
    entries.delete(id)
    for (const kind of entry.kinds) for (const name of entry.names) names[kind].remove(name.text, entry)
    for (const key of entry.exact) exact.get(key)!.delete(entry)
  }
  return {
    get size() {
      return entries.size
    },
    add(id, entry) {
      remove(id)
      const one = known(id, entry)
      entries.set(id, one)
      for (const kind of one.kinds)
        for (const name of one.names) names[kind].add(name.text, one, name.strength === 'weak')
      for (const key of one.exact) exact.set(key, (exact.get(key) ?? new Set()).add(one))
    },
    remove,
    hits: (party) => best([...byName(names[party.kind], party), ...byNumber(exact, party)]),
  }
}

type Known = {
  readonly id: string
  readonly facts: Facts
  /** What finds it without a name. */
  readonly exact: ReadonlySet<string>
  readonly kinds: readonly Kind[]
  readonly names: readonly Name[]
}

const known = (id: string, { kind, births, places, identifiers, wallets, names }: Entry): Known => ({
  id,
  facts: {
    dates: births.flatMap(datesOf),
    countries: [...new Set(places.flatMap(({ country }) => country ?? []))],
    identifiers,
  },
  exact: new Set([
    ...identifiers.map((one) => identifierKey(one.kind, one.value)),
    ...wallets.map(({ address }) => `wallet:${walletKey(address)}`),
  ]),
  kinds: kindsOf(kind),
  names,
})

/** Names of vessels and aircraft are no names of parties: these are found by their identifiers. */
const kindsOf = (kind: EntryKind): readonly Kind[] => {
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

function byName(names: OwnedNames<Known>, party: Party): Hit[] {
  const facts = factsOf(party)
  return [party.name, ...(party.aliases ?? [])].flatMap((text) =>
    names.near(text).flatMap(({ text: name, owners, found }) =>
      owners.flatMap(({ owner, isWeak }) => {
        const { score, hit, why } = weighed(found, facts, owner.facts, { isWeak })
        return hit ? [{ id: owner.id, score, why, name }] : []
      }),
    ),
  )
}

function byNumber(exact: ReadonlyMap<string, ReadonlySet<Known>>, party: Party): Hit[] {
  const facts = factsOf(party)
  const address = party.wallet === undefined ? [] : [...(exact.get(`wallet:${walletKey(party.wallet)}`) ?? [])]
  const numbered = facts.identifiers.flatMap(({ kind, value }) => [...(exact.get(identifierKey(kind, value)) ?? [])])
  return [
    ...address.map(({ id }) => ({ id, score: 1, why: [`wallet address ${party.wallet} equal`], name: null })),
    ...numbered.flatMap((owner) => {
      const { sameIdentifier, why } = weighed({ score: 0, hit: false, why: [] }, facts, owner.facts)
      return sameIdentifier ? [{ id: owner.id, score: 1, why, name: null }] : []
    }),
  ]
}

/** The likeliest hit of each entry; one by name goes before one by number alone, because it says more. */
function best(hits: readonly Hit[]): Hit[] {
  const byId = new Map<string, Hit>()
  for (const hit of hits) if (hit.score > (byId.get(hit.id)?.score ?? 0)) byId.set(hit.id, hit)
  return [...byId.values()].toSorted((a, b) => b.score - a.score)
}
