import { createScreener, type Party, type Screener } from '@specie/screening/screen.ts'
import { type Entry, type EntryKind, type Name, toEntry } from '@specie/screening/lists/entry.ts'
import {
  isPerson,
  latinName,
  nativeName,
  partiesUpTo,
  partyOf,
  type SampleParty,
} from '../../../screening/samples/parties.ts'
import type { Measured } from '../measure.ts'
import { drawn } from './sets.ts'

// How fast parties are looked up in 50,000 entries made by rule from the sample names, by the time of one core.

const listSize = 50_000
const changedEntries = 200
const partiesToRescreen = 100_000

export type Speeds = { readonly figures: Map<string, Measured>; readonly note: string }

export function measureSpeeds(quick: boolean): Speeds {
  const entries = [...partiesUpTo(quick ? listSize / 10 : listSize)]
  const filled = timed(() => screenerOf(entries))
  const figures = new Map<string, Measured>()
  const lines = [`index: ${filled.result.size} entries in ${filled.seconds.toFixed(1)} s`]
  for (const [name, parties] of Object.entries(partySets(quick ? 500 : 3_000, entries))) {
    for (const party of parties.slice(0, 100)) filled.result.hits(party)
    let hits = 0
    const { seconds } = timed(() => {
      for (const party of parties) hits += filled.result.hits(party).length
    })
    figures.set(name, { perSecond: parties.length / seconds })
    lines.push(`${name}: ${(hits / parties.length).toFixed(2)} hits each`)
  }
  lines.push(rescreened(quick))
  return { figures, note: lines.join('\n') }
}

/** The time of the processor, so that other programs of the machine do not count. */
function timed<T>(run: () => T): { readonly result: T; readonly seconds: number } {
  const before = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}

function screenerOf(parties: readonly SampleParty[]): Screener {
  const screener = createScreener()
  for (const party of parties) screener.add(String(party.number), entryOf(party))
  return screener
}

const named = (text: string, strength: Name['strength']): Name => ({ text, parts: [], strength })

function entryOf(party: SampleParty): Entry {
  const kind: EntryKind = 'vessel' in party.name ? 'vessel' : isPerson(party) ? 'person' : 'company'
  const native = nativeName(party)
  return toEntry({
    list: 'un',
    reference: String(party.number),
    kind,
    measures: { assetFreeze: true, named: [] },
    names: [
      named(latinName(party), 'primary'),
      ...(native === null ? [] : [named(native, 'strong')]),
      ...party.aliases.map(({ text, weak }) => named(text, weak ? 'weak' : 'strong')),
    ],
  })
}

const syllables =
  'ba be bo da di do fa fe ga gu ha hi ja ka ki ko la le lo ma mi mo na ne no pa pe ra ri ro sa se si so ta te to va vi vo za ze zi zo bra dra kri sto bel mar kor nik tar var zan'.split(
    ' ',
  )

/** A word that no list has. */
function coined(n: number): string {
  const word = Array.from({ length: 2 + drawn(n, 3) }, (_, at) => syllables[drawn(n * 5 + at, syllables.length)]!).join(
    '',
  )
  return word[0]!.toUpperCase() + word.slice(1)
}

const givenNames =
  'John Maria Mohammed Ahmed Wei Anna Peter Hans Fatima Ivan Elena Carlos Ana Juan Luis David Sarah Thomas Julia Yuki Kenji Min Ali Hassan Omar Olga Sergey Natalia Paul Emma'.split(
    ' ',
  )
const trades =
  'Trading Shipping Metals Chemicals Electronics Bank Insurance Foods Textiles Energy Consulting Media'.split(' ')
const forms = ['Ltd', 'GmbH', 'SA', 'LLC', 'AG', 'Inc']

/** Parties of a service: six of ten are persons. `words`: how many different surnames and names of companies there are. */
function clearParty(n: number, words: number): Party {
  const word = coined(drawn(n * 11 + 3, words))
  return n % 10 < 6
    ? { kind: 'person', name: `${givenNames[drawn(n, givenNames.length)]} ${word}` }
    : { kind: 'company', name: `${word} ${trades[drawn(n, trades.length)]} ${forms[drawn(n * 3, forms.length)]}` }
}

function partySets(count: number, entries: readonly SampleParty[]): { readonly [name: string]: readonly Party[] } {
  const numbers = Array.from({ length: count }, (_, n) => n)
  return {
    'parties, names that repeat': numbers.map((n) => clearParty(n, 500)),
    'parties, each a new name': numbers.map((n) => clearParty(n, 10_000_000)),
    'parties of the list': numbers.slice(0, count / 5).map((n) => partyFor(entries[drawn(n, entries.length)]!)),
  }
}

const partyFor = (party: SampleParty): Party => ({
  kind: isPerson(party) ? 'person' : 'company',
  name: latinName(party),
})

/** Which parties match the entries that a new version changes: only these entries are looked at. */
function rescreened(quick: boolean): string {
  const count = quick ? partiesToRescreen / 50 : partiesToRescreen
  let found = 0
  const { seconds } = timed(() => {
    const changed = screenerOf(Array.from({ length: changedEntries }, (_, n) => partyOf(n * 37)))
    for (let n = 0; n < count; n++) {
      const party = n % 100 === 0 ? partyFor(partyOf(n)) : clearParty(n, 40_000)
      if (changed.hits(party).length > 0) found += 1
    }
  })
  return `${changedEntries} changed entries: ${count} parties screened again in ${seconds.toFixed(1)} s of one core, ${found} found (goal: 100000 in under 120 s)`
}
