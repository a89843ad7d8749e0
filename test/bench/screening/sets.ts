import type { Kind } from '@specie/screening/match/compare-names.ts'
import { companyName, personName, type SampleName } from '../../../screening/samples/names.ts'

// Pairs of names made by rule from the sample lists: a name as the list has it, with the same name mangled, or with another
// name that is near. The same number gives the same pair.

export type RulePair = {
  readonly kind: Kind
  readonly listed: string
  readonly asked: string
  readonly same: boolean
  readonly how: string
  readonly script: string
}

/** How many pairs of each kind that are the same, and that are not. */
export const rulePairsEach = 2_000

export const rulePairs = (): RulePair[] =>
  [true, false].flatMap((same) => [
    ...taken((n) => personPair(n, same), rulePairsEach),
    ...taken((n) => companyPair(n, same), rulePairsEach),
  ])

function taken(pairOf: (n: number) => RulePair | null, count: number): RulePair[] {
  const pairs: RulePair[] = []
  for (let n = 0; pairs.length < count; n++) {
    const pair = pairOf(n)
    if (pair !== null && pair.listed !== pair.asked) pairs.push(pair)
  }
  return pairs
}

/** A number below `below` that looks random and depends on `n` alone. */
export function drawn(n: number, below: number): number {
  let mixed = Math.imul(n ^ (n >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) % below
}

type Damage = (text: string, n: number) => string | null

const withoutLetter: Damage = (text, n) => {
  const at = 1 + drawn(n, text.length - 2)
  return text[at] === ' ' ? null : text.slice(0, at) + text.slice(at + 1)
}
const swapped: Damage = (text, n) => {
  const at = 1 + drawn(n, text.length - 3)
  return text.slice(at, at + 2).includes(' ')
    ? null
    : text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2)
}
const otherLetter: Damage = (text, n) => {
  const at = 1 + drawn(n, text.length - 2)
  return text[at] === ' ' ? null : text.slice(0, at) + text[drawn(n * 7 + 1, text.length)]!.trim() + text.slice(at + 1)
}
const joined: Damage = (text, n) => {
  const spaces = [...text.matchAll(/ /g)]
  if (spaces.length === 0) return null
  const { index } = spaces[drawn(n, spaces.length)]!
  return text.slice(0, index) + text.slice(index + 1)
}
const withoutMarks: Damage = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
const soundAlike: Damage = (text) => {
  const other = text
    .replace(/v(?=[aeiou])/g, 'w')
    .replace(/sh/g, 'sch')
    .replace(/y\b/g, 'i')
    .replace(/k(?=[aou])/g, 'c')
    .replace(/z/g, 's')
  return other === text ? null : other
}

const latinOnly =
  (damage: Damage): Damage =>
  (text, n) =>
    /^[\p{Script=Latin}\p{P}\s\d]+$/u.test(text) ? damage(text, n) : null
/** Names in characters are too short for errors of one letter. */
const inLetters =
  (damage: Damage): Damage =>
  (text, n) =>
    /[\p{Script=Han}\p{Script=Hangul}]/u.test(text) ? null : damage(text, n)

const damagesOfAll: { readonly [how: string]: Damage } = {
  'letter missing': inLetters(withoutLetter),
  'letters swapped': inLetters(swapped),
  'another letter': inLetters(otherLetter),
  'space missing': joined,
  'capitals, no marks': withoutMarks,
  'sounds alike': latinOnly(soundAlike),
}

const personDamages: { readonly [how: string]: Damage } = {
  ...damagesOfAll,
  'surname first': inLetters((text) => text.replace(/^(.*) (\S+)$/u, '$2, $1')),
  'initial of middle name': latinOnly((text) => text.replace(/^(\S+) (\p{L})\S* (\S+)$/u, '$1 $2. $3')),
  'middle name missing': inLetters((text) => text.replace(/^(\S+) \S+ (\S+)$/u, '$1 $2')),
  title: latinOnly((text) => `Dr. ${text}`),
}

const companyDamages: { readonly [how: string]: Damage } = {
  ...damagesOfAll,
  'legal form missing': (text) => /^(.*) \S+$/u.exec(text)?.[1] ?? null,
  'another legal form': latinOnly((text) => text.replace(/ \S+$/u, ' Limited Liability Company')),
  'words in another order': latinOnly((text) => text.replace(/^(\S+) (\S+) (.*)$/u, '$2 $1 $3')),
  abbreviated: latinOnly((text) =>
    / (?:Trading|Engineering|Electronics) /.test(text)
      ? text.replace('Engineering', 'Eng.').replace('Trading', 'Trdg').replace('Electronics', 'Electr.')
      : null,
  ),
}

const languages: { readonly [script: string]: string } = {
  Cyrl: 'Cyrillic', Arab: 'Arabic', Hans: 'Chinese', Hang: 'Korean', Grek: 'Greek', Hebr: 'Hebrew', Jpan: 'Japanese',
} // prettier-ignore
const scriptName = (script: string | null): string => (script === null ? 'Latin' : (languages[script] ?? script))

const latinOf = ({ given, middle, family }: SampleName): string => `${given.latin} ${middle.latin} ${family.latin}`
/** Names in characters have no middle name. */
const latinOfNative = (name: SampleName): string =>
  name.native?.includes(' ') === true ? latinOf(name) : `${name.given.latin} ${name.family.latin}`

/** All cultures in turn. */
const numberOf = (n: number): number => n * 13 + Math.floor(n / 8)

function personPair(n: number, same: boolean): RulePair | null {
  const name = personName(numberOf(n))
  return same ? samePerson(name, n) : otherPerson(name, n)
}

function samePerson(name: SampleName, n: number): RulePair | null {
  const native = drawn(n, 2) === 0 ? name.native : null
  const base = { kind: 'person', same: true, script: scriptName(native === null ? null : name.script) } as const
  if (native !== null && drawn(n * 5, 3) === 0)
    return { ...base, listed: latinOfNative(name), asked: native, how: 'another script' }
  return mangled(base, native ?? latinOf(name), personDamages, n)
}

function mangled(
  base: Pick<RulePair, 'kind' | 'same' | 'script'>,
  listed: string,
  damages: { readonly [how: string]: Damage },
  n: number,
): RulePair | null {
  const hows = Object.keys(damages)
  const how = hows[drawn(n * 3 + 5, hows.length)]!
  const asked = listed.length < 5 ? null : damages[how]!(listed, n)
  return asked === null ? null : { ...base, listed, asked, how }
}

/** Names of the same culture with the same number of words, of which one or two are the same. */
function otherPerson(name: SampleName, n: number): RulePair | null {
  const other = personName(drawn(n, 20_000))
  if (
    other.script !== name.script ||
    other.family.latin === name.family.latin ||
    other.given.latin === name.given.latin
  )
    return null
  const isNative = drawn(n, 2) === 0 && name.native !== null
  const written = (of: SampleName['given']): string => (isNative ? (of.native ?? of.latin) : of.latin)
  const space = isNative && !(name.native ?? ' ').includes(' ') ? '' : ' '
  const full = (given: SampleName['given'], family: SampleName['family']): string =>
    space === '' ? written(family) + written(given) : `${written(given)}${space}${written(family)}`
  const near: readonly (readonly [string, string])[] = [
    ['another surname', full(name.given, other.family)],
    ['another given name', full(other.given, name.family)],
    ['a given name alone', written(name.given)],
    ['a shared middle name', `${written(other.given)}${space}${written(name.middle)}${space}${written(other.family)}`],
  ]
  const [how, asked] = near[n % near.length]!
  if (how === 'a shared middle name' && space === '') return null
  return {
    kind: 'person',
    same: false,
    script: scriptName(isNative ? name.script : null),
    listed: full(name.given, name.family),
    asked,
    how,
  }
}

function companyPair(n: number, same: boolean): RulePair | null {
  const company = companyName(n * 13)
  const isNative = n % 2 === 0 && company.native !== null
  const listed = isNative ? company.native : company.name
  const base = { kind: 'company', script: scriptName(isNative ? company.script : null) } as const
  if (same && isNative && n % 4 === 0) {
    const latin = company.name.replace(/^(\S+ \S+) \S+(.*) \S+$/u, '$1$2')
    return { ...base, same, listed: latin, asked: listed, how: 'another script' }
  }
  if (same) return mangled({ ...base, same }, listed, companyDamages, n)
  const other = companyName(n * 13 + 1 + drawn(n, 5_000))
  const [first, second, trade, ...rest] = company.name.split(' ')
  const [otherFirst, otherSecond] = other.name.split(' ')
  if ([first, second].some((word) => word === otherFirst || word === otherSecond)) return null
  const near: readonly (readonly [string, string])[] = [
    ['another name', `${otherFirst} ${otherSecond} ${trade} ${rest.join(' ')}`],
    ['one name of two', `${first} ${otherSecond} ${trade} ${rest.join(' ')}`],
    ['another number', `${first} ${second} ${trade} ${2 + drawn(n, 900)}`],
    ['generic words alone', `General ${trade} ${rest.at(-1)}`],
    ['a legal form alone', rest.at(-1)!],
  ]
  const [how, asked] = near[n % near.length]!
  const numbered = how === 'another number' ? `${first} ${second} ${trade} ${1000 + drawn(n, 900)}` : company.name
  return { kind: 'company', same: false, script: 'Latin', listed: numbered, asked, how }
}
