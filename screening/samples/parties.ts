import { companyName, personName, vesselName, type SampleCompany, type SampleName } from './names.ts'

/** What the writers of all formats fill their files with, in addition to the entries that each has for its own traps. */
export type SampleParty = {
  readonly number: number
  readonly name: SampleName | SampleCompany | { readonly vessel: string }
  readonly aliases: readonly { readonly text: string; readonly weak: boolean }[]
  readonly birth: { readonly year: number; readonly month?: number; readonly day?: number } | null
  readonly country: readonly [code: string, name: string]
  readonly passport: string | null
  readonly registration: string | null
  readonly imo: string | null
  readonly wallet: { readonly ticker: string; readonly address: string } | null
}

/** Of ten parties, six are persons, three companies and one a vessel. */
export const partyOf = (number: number): SampleParty => {
  const tenth = number % 10
  return tenth < 6 ? person(number) : tenth < 9 ? company(number) : vessel(number)
}

export function* partiesUpTo(count: number): Generator<SampleParty> {
  for (let number = 0; number < count; number++) yield partyOf(number)
}

/** Persons count without the others in between, so that no name is left out. */
const rank = (number: number, share: number, first: number): number =>
  Math.floor(number / 10) * share + (number % 10) - first

const nothing = { birth: null, passport: null, registration: null, imo: null, wallet: null } as const

function person(number: number): SampleParty {
  const name = personName(rank(number, 6, 0))
  const initial = `${name.given.latin[0]}. ${name.family.latin}`
  return {
    ...nothing,
    number,
    name,
    aliases: [
      { text: `${name.family.latin} ${name.given.latin}`, weak: false },
      ...(number % 3 === 0 ? [{ text: initial, weak: true }] : []),
    ],
    birth: birthOf(number),
    country: name.country,
    passport: number % 2 === 0 ? `P${digitsOf(number, 8)}` : null,
    wallet: walletOf(number),
  }
}

/** Exact, by month and by year, in turn. */
function birthOf(number: number): SampleParty['birth'] {
  const year = 1940 + (number % 61)
  const month = 1 + (number % 12)
  return number % 3 === 0 ? { year } : number % 3 === 1 ? { year, month, day: 1 + (number % 28) } : { year, month }
}

function company(number: number): SampleParty {
  const name = companyName(rank(number, 3, 6))
  const registration = digitsOf(number, 10)
  const aliases = [{ text: name.short, weak: number % 2 === 0 }]
  return { ...nothing, number, name, aliases, country: name.country, registration, wallet: walletOf(number) }
}

function vessel(number: number): SampleParty {
  const name = vesselName(rank(number, 1, 9))
  return {
    ...nothing,
    number,
    name: { vessel: name },
    aliases: [],
    country: ['PA', 'Panama'],
    imo: digitsOf(number, 7),
  }
}

function walletOf(number: number): SampleParty['wallet'] {
  if (number % 7 !== 0) return null
  const hex = `${digitsOf(number, 12)}abcdef${digitsOf(number + 1, 12)}ABCDEF${digitsOf(number + 2, 4)}`
  return { ticker: number % 2 === 0 ? 'ETH' : 'USDT', address: `0x${hex}` }
}

/** Digits that look unlike their neighbours' and never begin with a zero. */
const digitsOf = (number: number, length: number): string => {
  const spread = (BigInt(number) * 2654435761n + 1013904223n) % 10n ** BigInt(length - 1)
  return `${1 + (number % 9)}${String(spread).padStart(length - 1, '0')}`
}

/** In Latin letters, as lists write the name of a party. */
export const latinName = ({ name }: SampleParty): string => {
  if ('vessel' in name) return name.vessel
  return 'name' in name ? name.name : `${name.given.latin} ${name.middle.latin} ${name.family.latin}`
}

export const nativeName = ({ name }: SampleParty): string | null => ('vessel' in name ? null : name.native)

export const isPerson = (party: SampleParty): party is SampleParty & { readonly name: SampleName } =>
  'given' in party.name

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const padded = (number: number): string => String(number).padStart(2, '0')
