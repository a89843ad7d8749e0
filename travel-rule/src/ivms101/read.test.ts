import { type ExactJson, parseExactJson } from '@specie/protocol/encoding/json.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { example, today } from '../../test/example.ts'
import { TravelRuleError } from '../problem.ts'
import { readIvms101 } from './read.ts'
import type { Ivms101, Person } from './types.ts'
import { writeIvms101 } from './write.ts'

type Json = { [key: string]: any }

const json = (value: unknown): ExactJson => parseExactJson(JSON.stringify(value))
const of2023 = (): Json => structuredClone(writeIvms101(example, today))
const of2020 = (): Json => structuredClone(writeIvms101(example, today, '2020'))
const changed = (change: (message: Json) => unknown, message = of2020()): Json => (change(message) as Json) ?? message

const originator = (message: Json): Json => message['originator'].originatorPersons[0].naturalPerson
const renamed = (object: Json, from: string, to: string): void => {
  object[to] = object[from]
  delete object[from]
}

test.each<[string, Json]>([
  [
    'names of CODE and GTR',
    changed((m) =>
      ['originator', 'beneficiary', 'originatingVASP'].forEach((key) =>
        renamed(m, key, key[0]!.toUpperCase() + key.slice(1)),
      ),
    ),
  ],
  ['snake case', changed((m) => (renamed(m['originator'], 'originatorPersons', 'originator_persons'), m))],
  ['one more object', { ivms101: of2020() }],
  [
    'persons of 2023 with accounts of 2020',
    changed((m) => (renamed(m['originator'], 'originatorPersons', 'originatorPerson'), m)),
  ],
  [
    'a single person without a list',
    changed((m) => void (m['originator'].originatorPersons = m['originator'].originatorPersons[0])),
  ],
  ['the name as a list', changed((m) => void (originator(m)['name'] = [originator(m)['name']]))],
  [
    'the name without nameIdentifier',
    changed((m) => void (originator(m)['name'] = originator(m)['name'].nameIdentifier)),
  ],
  [
    'one name identifier without a list',
    changed((m) => void (originator(m)['name'] = originator(m)['name'].nameIdentifier[0])),
  ],
  ['nameIdentifiers', changed((m) => renamed(originator(m)['name'], 'nameIdentifier', 'nameIdentifiers'))],
  [
    'both names of the type',
    changed((m) => void (originator(m)['name'].nameIdentifier[0].naturalPersonNameIdentifierType = 'LEGL')),
  ],
  [
    'codes of protobuf',
    changed(
      (m) => void (originator(m)['name'].nameIdentifier[0].nameIdentifierType = 'NATURAL_PERSON_NAME_TYPE_CODE_LEGL'),
    ),
  ],
  ['codes in small letters', changed((m) => void (originator(m)['geographicAddress'][0].addressType = 'geog'))],
  ['customerNumber', changed((m) => renamed(originator(m), 'customerIdentification', 'customerNumber'))],
  ['a number as customer number', changed((m) => void (originator(m)['customerIdentification'] = 1002390))],
  ['postcode', changed((m) => renamed(originator(m)['geographicAddress'][0], 'postCode', 'postcode'))],
  ['a country in small letters', changed((m) => void (originator(m)['geographicAddress'][0].country = 'us'))],
  [
    'the address without a list',
    changed((m) => void (originator(m)['geographicAddress'] = originator(m)['geographicAddress'][0])),
  ],
  [
    'an account without a list',
    changed((m) => void (m['originator'].accountNumber = m['originator'].accountNumber[0])),
  ],
  [
    'nulls and empty lists',
    changed(
      (m) =>
        Object.assign(originator(m), { nationalIdentification: null, dateAndPlaceOfBirth: null }) &&
        void (m['transferPath'] = { transferPath: [] }),
    ),
  ],
  ['a VASP nested once', changed((m) => void (m['originatingVASP'] = m['originatingVASP'].originatingVASP))],
  [
    'a VASP nested three times',
    changed(
      (m) =>
        void (m['originatingVASP'] = { originatingVASP: { originatingVASP: m['originatingVASP'].originatingVASP } }),
    ),
  ],
  [
    'a VASP without legalPerson',
    changed((m) => void (m['originatingVASP'].originatingVASP = m['originatingVASP'].originatingVASP.legalPerson)),
  ],
  [
    'persons directly in the originator',
    changed(
      (m) => void (m['originator'] = { naturalPerson: originator(m), accountNumber: m['originator'].accountNumber }),
    ),
  ],
  [
    'the originator as a list of persons',
    changed((m) => void (m['originator'] = m['originator'].originatorPerson), of2023()),
  ],
])('%s: read with a note, without a loss', (_form, message) => {
  const read = readIvms101(json(message))
  expect(read.data).toEqual(example)
})

test('a message of the standard has no repair, another form names its place', () => {
  const nested = changed((m) => void (m['originatingVASP'] = m['originatingVASP'].originatingVASP))
  expect(readIvms101(json(nested)).repairs).toEqual([
    { field: 'originatingVASP', repair: 'It is read as originatingVASP.' },
  ])
  expect(readIvms101(JSON.stringify(of2020())).repairs[0]!.repair).toContain('text with JSON')
})

test.each<[string, Json, string]>([
  ['no originator', changed((m) => void delete m['originator']), 'originator: It is missing.'],
  [
    'no persons',
    changed((m) => void (m['beneficiary'].beneficiaryPersons = [])),
    'beneficiary.beneficiaryPerson: It is',
  ],
  ['a person without a name', changed((m) => void delete originator(m)['name']), 'naturalPerson.name: It is missing.'],
  [
    'a name without its main part',
    changed((m) => void delete originator(m)['name'].nameIdentifier[0].primaryIdentifier),
    'primaryIdentifier: It is missing',
  ],
  [
    'two kinds of person at once',
    changed(
      (m) => void (m['originator'].originatorPersons[0].legalPerson = m['originatingVASP'].originatingVASP.legalPerson),
    ),
    'either natural or legal',
  ],
  [
    'two kinds in a list',
    changed(
      (m) =>
        void (m['originatingVASP'].originatingVASP.legalPerson = [1, 2].map(
          () => m['originatingVASP'].originatingVASP.legalPerson,
        )),
    ),
    'It has 2 values',
  ],
  [
    'a country that is none',
    changed((m) => void (originator(m)['geographicAddress'][0].country = 'Narnia')),
    'Narnia is not a country',
  ],
  [
    'a day without a clear order',
    changed((m) => void (originator(m)['dateAndPlaceOfBirth'] = { dateOfBirth: '03/04/1965', placeOfBirth: 'Zug' })),
    '03/04/1965 is not a day',
  ],
  ['two different customer numbers', changed((m) => void (originator(m)['customerNumber'] = '7')), 'It is given twice'],
  [
    'a person at an unknown place',
    changed((m) => void (m['secondOriginator'] = { naturalPerson: originator(m) })),
    'secondOriginator.naturalPerson.name.nameIdentifier[0].primaryIdentifier: The standard has no name in',
  ],
  [
    'an object as text',
    changed((m) => void (originator(m)['customerIdentification'] = { id: '7' })),
    'customerIdentification: It is no text.',
  ],
])('%s is refused with its place', (_what, message, place) => {
  expect(() => readIvms101(json(message))).toThrow(TravelRuleError)
  expect(() => readIvms101(json(message))).toThrow(place)
})

const word = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/)
const natural: fc.Arbitrary<Person> = fc.tuple(word, word).map(([family, given]) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        { primaryIdentifier: family, secondaryIdentifier: given, naturalPersonNameIdentifierType: 'LEGL' },
      ],
    },
    customerIdentification: `c-${given}`,
  },
}))
const legal: fc.Arbitrary<Person> = fc.tuple(word, word).map(([name, trading]) => ({
  legalPerson: {
    name: {
      nameIdentifier: [
        { legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' },
        { legalPersonName: trading, legalPersonNameIdentifierType: 'TRAD' },
      ],
    },
    customerIdentification: `c-${name}`,
  },
}))
const persons = fc.array(fc.oneof(natural, legal), { minLength: 1, maxLength: 3 })
const anyMessage = fc
  .record({
    originators: persons,
    beneficiaries: persons,
    vasp: legal,
    accounts: fc.uniqueArray(word, { maxLength: 2 }),
  })
  .map(({ originators, beneficiaries, vasp, accounts }): Ivms101 => {
    const withAccounts = (person: Person): Person =>
      accounts.length === 0 ? person : { ...person, accountNumber: accounts }
    return {
      originator: { originatorPerson: originators.map(withAccounts) },
      beneficiary: { beneficiaryPerson: beneficiaries.map(withAccounts) },
      originatingVASP: { originatingVASP: vasp },
    }
  })

test('what is written in either version is read as it was', () => {
  fc.assert(
    fc.property(anyMessage, fc.constantFrom('2020' as const, '2023' as const), (data, names) => {
      expect(readIvms101(json(writeIvms101(data, today, names)))).toEqual({ data, names, repairs: [] })
    }),
    { numRuns: 300 },
  )
})

/** Damages a message at any place, as a library or an attacker could. */
const damages: readonly ((value: any, other: any) => unknown)[] = [
  () => undefined,
  () => null,
  () => '',
  () => 7,
  () => true,
  () => [],
  () => ({}),
  (value) => [value],
  (value) => [value, value],
  (value) => ({ value }),
  (value) => ({ [Object.keys(value ?? {})[0] ?? 'x']: value }),
  (value) => (Array.isArray(value) ? value[0] : value),
  (value) => (typeof value === 'object' && value !== null ? Object.values(value)[0] : value),
  (value) => JSON.stringify(value),
  (_value, other) => other,
  (value, other) => ({ ...value, extra: other }),
]

function damaged(message: unknown, picks: readonly number[], kind: number): unknown {
  const places: [parent: any, key: string][] = []
  const walk = (parent: any): void => {
    for (const key of Object.keys(parent)) {
      places.push([parent, key])
      if (typeof parent[key] === 'object' && parent[key] !== null) walk(parent[key])
    }
  }
  const copy = structuredClone(message) as object
  walk(copy)
  const [parent, key] = places[picks[0]! % places.length]!
  const [from, at] = places[picks[1]! % places.length]!
  parent[key] = damages[kind % damages.length]!(parent[key], structuredClone(from[at]))
  return copy
}

const namesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]) =>
        /^(primaryIdentifier|legalPersonName)$/.test(key) && typeof member === 'string' && member.trim() !== ''
          ? [member]
          : namesIn(member),
      )

test('a damaged message is refused in its own words, or every name of it is read', () => {
  const outcomes = { read: 0, refused: 0 }
  fc.assert(
    fc.property(
      anyMessage,
      fc.constantFrom('2020' as const, '2023' as const),
      fc.array(fc.tuple(fc.tuple(fc.nat(), fc.nat()), fc.nat()), { minLength: 1, maxLength: 4 }),
      (data, names, hits) => {
        const written: unknown = writeIvms101(data, today, names)
        const message = hits.reduce((damagedSoFar, [picks, kind]) => damaged(damagedSoFar, picks, kind), written)
        const text = JSON.stringify(message)
        try {
          const read = readIvms101(parseExactJson(text))
          outcomes.read += 1
          const inside = JSON.parse(text)
          expect(namesIn(read.data)).toEqual(expect.arrayContaining(namesIn(inside)))
        } catch (error) {
          if (!(error instanceof TravelRuleError)) throw error
          outcomes.refused += 1
        }
      },
    ),
    { numRuns: 1_500 },
  )
  expect(outcomes.read).toBeGreaterThan(150)
  expect(outcomes.refused).toBeGreaterThan(150)
})

test('any JSON is read or refused in its own words', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      try {
        readIvms101(parseExactJson(text))
      } catch (error) {
        if (!(error instanceof TravelRuleError)) throw error
      }
    }),
    { numRuns: 1_000 },
  )
})
