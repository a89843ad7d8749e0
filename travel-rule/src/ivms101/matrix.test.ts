import { type ExactJson, parseExactJson } from '@specie/protocol/encoding/json.ts'
import { expect, test } from 'vitest'
import { example, today } from '../../test/example.ts'
import { TravelRuleError } from '../problem.ts'
import { type Datatype, type Element, type Elements, type NameSet, payloads } from './elements.ts'
import { readIvms101 } from './read.ts'
import type { Ivms101 } from './types.ts'
import { writeIvms101 } from './write.ts'

// Every element of the standard, in both name sets, with every fault.

const address = {
  addressType: 'BIZZ',
  department: 'Treasury',
  subDepartment: 'Payments',
  streetName: 'Bahnhofstrasse',
  buildingNumber: '1',
  buildingName: 'House',
  floor: '2',
  postBox: '3',
  room: '4',
  postCode: '6300',
  townName: 'Zug',
  townLocationName: 'Old town',
  districtName: 'Centre',
  countrySubDivision: 'ZG',
  addressLine: ['c/o Acme'],
  country: 'CH',
} as const
const naturalName = { primaryIdentifier: 'Wu', secondaryIdentifier: 'Xinli' }
const legalName = { legalPersonName: 'ABC Limited', legalPersonNameIdentifierType: 'LEGL' } as const
const localName = { ...naturalName, nameIdentifierType: 'LEGL' } as const

/** A message with every element. */
const full: Ivms101 = {
  originator: {
    originatorPerson: [
      {
        naturalPerson: {
          name: {
            nameIdentifier: [{ ...naturalName, naturalPersonNameIdentifierType: 'LEGL' }],
            localNameIdentifier: [{ ...localName, primaryIdentifier: '吴', secondaryIdentifier: '信利' }],
            phoneticNameIdentifier: [localName],
          },
          geographicAddress: [address],
          nationalIdentification: {
            nationalIdentifier: '446005',
            nationalIdentifierType: 'RAID',
            countryOfIssue: 'TZ',
            registrationAuthority: 'RA000553',
          },
          customerIdentification: 'C1',
          dateAndPlaceOfBirth: { dateOfBirth: '1990-02-25', placeOfBirth: 'Chongqing' },
          countryOfResidence: 'TZ',
        },
        accountNumber: ['1'],
      },
    ],
  },
  beneficiary: {
    beneficiaryPerson: [
      {
        legalPerson: {
          name: {
            nameIdentifier: [legalName],
            localNameIdentifier: [{ ...legalName, legalPersonName: 'АБВ' }],
            phoneticNameIdentifier: [legalName],
          },
          geographicAddress: [address],
          customerIdentification: 'C2',
          nationalIdentification: {
            nationalIdentifier: 'CHE-1',
            nationalIdentifierType: 'TXID',
            registrationAuthority: 'RA000548',
          },
          countryOfRegistration: 'CL',
        },
        accountNumber: ['2'],
      },
    ],
  },
  originatingVASP: example.originatingVASP!,
  beneficiaryVASP: { beneficiaryVASP: example.originatingVASP!.originatingVASP },
  transferPath: { transferPath: [{ intermediaryVASP: example.originatingVASP!.originatingVASP, sequence: 0 }] },
  payloadMetadata: { transliterationMethod: ['hani'] },
}

const sets: NameSet[] = ['2020', '2023']
const json = (value: unknown): ExactJson => parseExactJson(JSON.stringify(value))

test.each(sets)('a message with every element is read as it was written with the names of %s', (names) => {
  expect(readIvms101(json(writeIvms101(full, today, names)))).toEqual({ data: full, names, repairs: [] })
})

type Place = { readonly path: readonly string[]; readonly name: string; readonly element: Element }

/** The places of the elements in a written message. */
function placesIn(names: NameSet): Place[] {
  const walk = (elements: Elements, value: any, path: readonly string[]): Place[] =>
    Object.entries(elements).flatMap(([name, element]) => {
      const key = (names === '2020' && element.in2020) || name
      const here = [...path, key]
      if (value[key] === undefined) return []
      const [at, inner] = element.max === 1 ? [here, value[key]] : [[...here, '0'], value[key][0]]
      const { type } = element
      return [{ path: here, name, element }, ...(type.kind === 'component' ? walk(type.elements, inner, at) : [])]
    })
  return walk(payloads[names], writeIvms101(full, today, names), [])
}

test('the message has every element of the tables', () => {
  const elementsIn = (type: Datatype): string[] =>
    type.kind === 'component'
      ? Object.entries(type.elements).flatMap(([name, element]) => [name, ...elementsIn(element.type)])
      : []
  for (const names of sets) {
    const known = new Set(elementsIn({ kind: 'component', elements: payloads[names] }))
    expect(new Set(placesIn(names).map(({ name }) => name))).toEqual(known)
  }
})

function changed(message: object, path: readonly string[], change: (value: any) => unknown): object {
  const copy = JSON.parse(JSON.stringify(message)) as any // without objects that are shared
  const parent = path.slice(0, -1).reduce((at, key) => at[key], copy)
  parent[path.at(-1)!] = change(parent[path.at(-1)!])
  return copy
}

const faults: readonly ((value: any) => unknown)[] = [
  () => ({ nothing: 'known' }),
  () => true,
  () => [[{ nothing: 'known' }]],
]
/** Two values where one is allowed. */
const twice = (value: any): unknown => ['other', value]

test.each(sets)('with the names of %s: a fault of any element is refused at its place, or listed there', (names) => {
  const message = writeIvms101(full, today, names)
  const places = placesIn(names)
  let [refused, listed] = [0, 0]
  for (const { path, name, element } of places)
    for (const fault of [...faults, ...(element.max === 1 ? [twice] : [])])
      try {
        const { repairs } = readIvms101(json(changed(message, path, fault)))
        expect({ path, is: repairs.some(({ field }) => field.includes(name)) }).toEqual({ path, is: true })
        listed += 1
      } catch (error) {
        if (!(error instanceof TravelRuleError)) throw error
        expect(error.message).toContain(name)
        refused += 1
      }
  expect(places.length).toBeGreaterThan(100)
  expect(refused).toBeGreaterThan(200)
  expect(listed).toBeGreaterThan(5)
})

test.each(sets)('with the names of %s: an element that is null or empty is absent, or missing', (names) => {
  const message = writeIvms101(full, today, names)
  for (const { path, name, element } of placesIn(names))
    for (const empty of [null, '', []])
      try {
        readIvms101(json(changed(message, path, () => empty)))
      } catch (error) {
        if (!(error instanceof TravelRuleError)) throw error
        expect(error.message).toMatch(/missing|either natural or legal/)
        expect(element.required || /Person$/.test(name)).toBe(true)
      }
})

test('no text longer than its limit is written, and no other letters where the standard wants Latin ones', () => {
  let checked = 0
  for (const { path, name, element } of placesIn('2023')) {
    const { type } = element
    const isLei = name === 'nationalIdentifier' && /VASP|Path/.test(path[0]!)
    if (type.kind !== 'text' || isLei) continue
    const give = (value: string) => () => (element.max === 1 ? value : [value])
    const write = (value: string) => () => writeIvms101(changed(full, path, give(value)) as Ivms101, today)
    expect(write('x'.repeat(type.max))).not.toThrow()
    expect(write('x'.repeat(type.max + 1))).toThrow(`${name}`)
    expect(write('x'.repeat(type.max + 1))).toThrow(`longer than ${type.max}`)
    if (type.latin) expect(write('Ж')).toThrow('Transliterate it')
    else expect(write('Ж')).not.toThrow()
    expect(write('a\nb')).toThrow(name)
    checked += 1
  }
  expect(checked).toBeGreaterThan(40)
})
