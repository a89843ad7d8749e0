import { hash } from 'node:crypto'
import { detached } from './detached.ts'

// One entry of any sanctions list. Every reader of a format yields these, and matching knows nothing else of a list.

/** Lists that are read from a file of their publisher. */
export const officialLists = ['ofac', 'uk', 'uk_investment_bans', 'un', 'eu', 'seco'] as const
export type OfficialList = (typeof officialLists)[number]

/** Outside screening services. The entities that one has named as matches are entries of a list with its name. */
export const serviceCodes = ['watchman', 'yente'] as const
export type ServiceCode = (typeof serviceCodes)[number]

/** `own`: entries that an operator adds. */
export const listCodes = [...officialLists, 'own', ...serviceCodes] as const

export type ListCode = (typeof listCodes)[number]

export type EntryKind = 'person' | 'company' | 'vessel' | 'aircraft' | 'other'

/** `unspecified`: the list numbers the parts of a name and does not say what they are. */
export type NamePartKind =
  | 'whole'
  | 'family'
  | 'given'
  | 'middle'
  | 'father'
  | 'mother'
  | 'maiden'
  | 'nickname'
  | 'title'
  | 'suffix'
  | 'unspecified'

export type NamePart = { readonly kind: NamePartKind; readonly text: string }

/** `weak`: the list calls the alias of low quality. It counts only when it is exact, and for less. */
export type NameStrength = 'primary' | 'strong' | 'weak'

export type Name = {
  /** The whole name in its own script, without title. */
  readonly text: string
  readonly parts: readonly NamePart[]
  readonly strength: NameStrength
}

/** The first and the last day that the list allows, both included; `1965-01-01` to `1965-12-31` is «1965». */
export type DateRange = {
  readonly precision: 'day' | 'month' | 'year' | 'range'
  readonly from: string
  readonly to: string
  readonly circa: boolean
}

export type PlaceRole = 'address' | 'birth' | 'nationality' | 'residence' | 'registration' | 'flag'

export type Place = {
  readonly role: PlaceRole
  /** As the list writes it, with the country. */
  readonly text: string
  /** ISO 3166, or null if the list names none that we know. */
  readonly country: string | null
}

export type IdentifierKind =
  | 'passport'
  | 'national_id'
  | 'tax'
  | 'registration'
  | 'lei'
  | 'bic'
  | 'imo'
  | 'mmsi'
  | 'other'

export type Identifier = {
  readonly kind: IdentifierKind
  readonly value: string
  readonly country: string | null
  /** What the list calls it. */
  readonly label: string
}

/** The ticker is what the list says and names no chain: an address counts on all chains. */
export type Wallet = { readonly ticker: string; readonly address: string }

/** `of` is the reference of another entry of the same list: this entry is «owned or controlled by» that one. */
export type Relation = { readonly relation: string; readonly of: string }

export type Measures = {
  /** Funds may not move. Some entries have other measures only, such as a travel ban. */
  readonly assetFreeze: boolean
  /** As the list names them. Empty if it names none. */
  readonly named: readonly string[]
}

export type Entry = {
  readonly list: ListCode
  /** The list's own, and stable from one version to the next. */
  readonly reference: string
  readonly kind: EntryKind
  readonly names: readonly Name[]
  readonly births: readonly DateRange[]
  readonly places: readonly Place[]
  readonly identifiers: readonly Identifier[]
  readonly wallets: readonly Wallet[]
  readonly programmes: readonly string[]
  readonly measures: Measures
  readonly relations: readonly Relation[]
  readonly remarks: readonly string[]
  /** Days, or null if the list does not say. */
  readonly listed: string | null
  readonly changed: string | null
}

/** What a reader collects; everything that it leaves out is empty. */
export type EntryDraft = Pick<Entry, 'list' | 'reference' | 'kind' | 'measures'> & Partial<Entry>

/** An entry with clean texts, without repetitions, in an order that does not depend on the file. */
export function toEntry(draft: EntryDraft): Entry {
  return {
    list: draft.list,
    reference: clean(draft.reference),
    kind: draft.kind,
    names: distinctNames(draft.names ?? []),
    births: distinct(draft.births ?? []),
    places: distinct((draft.places ?? []).map(cleanPlace).filter(({ text }) => text !== '')),
    identifiers: distinct((draft.identifiers ?? []).map(cleanIdentifier).filter(({ value }) => value !== '')),
    wallets: distinct((draft.wallets ?? []).map(cleanWallet).filter(({ address }) => address !== '')),
    programmes: distinctTexts(draft.programmes ?? []),
    measures: { assetFreeze: draft.measures.assetFreeze, named: distinctTexts(draft.measures.named) },
    relations: distinct(draft.relations ?? []),
    remarks: distinctTexts(draft.remarks ?? []),
    listed: draft.listed ?? null,
    changed: draft.changed ?? null,
  }
}

/** The content without the reference: an entry that only got another reference keeps its hash. */
export function hashOf(entry: Entry): string {
  return hash('sha256', JSON.stringify({ ...entry, reference: '' }))
}

/** One spelling of Unicode, and single spaces. Right-to-left marks and zero-width characters are no text. */
export const clean = (text: string): string =>
  detached(
    text
      .normalize('NFC')
      .replaceAll(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

const strengths: readonly NameStrength[] = ['primary', 'strong', 'weak']

/** The same text several times is one name, with its highest strength. */
function distinctNames(names: readonly Name[]): Name[] {
  const byText = new Map<string, Name>()
  for (const name of names) {
    const text = clean(name.text)
    if (text === '') continue
    const known = byText.get(text)
    if (known && strengths.indexOf(known.strength) <= strengths.indexOf(name.strength)) continue
    const parts = name.parts.map((part) => ({ kind: part.kind, text: clean(part.text) }))
    byText.set(text, { text, parts: parts.filter((part) => part.text !== ''), strength: name.strength })
  }
  return [...byText.values()].toSorted(
    (a, b) => strengths.indexOf(a.strength) - strengths.indexOf(b.strength) || order(a.text, b.text),
  )
}

const cleanPlace = ({ role, text, country }: Place): Place => ({ role, text: clean(text), country })

const cleanIdentifier = ({ kind, value, country, label }: Identifier): Identifier => ({
  kind,
  value: clean(value),
  country,
  label: clean(label),
})

const cleanWallet = ({ ticker, address }: Wallet): Wallet => ({ ticker: clean(ticker), address: clean(address) })

const distinctTexts = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(clean))].filter((text) => text !== '').toSorted(order)

function distinct<T extends object>(values: readonly T[]): T[] {
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]))
  return [...byText].toSorted(([a], [b]) => order(a, b)).map(([, value]) => value)
}

/** By code units, so that the order is the same on every machine. */
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
