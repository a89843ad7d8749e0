import { parseExactJson } from '@specie/protocol/encoding/json.ts'
import { expect, test } from 'vitest'
import { TravelRuleError } from '../problem.ts'
import { checkIvms101 } from './check.ts'
import { alice, bob, example, today, vaspA } from '../../test/example.ts'
import { legalNames } from './latin.ts'
import { readIvms101 } from './read.ts'
import type { Ivms101 } from './types.ts'
import { writeIvms101 } from './write.ts'

test('the example of the standard with the names of 2023', () => {
  expect(writeIvms101(example, today)).toEqual({ ...example, payloadMetadata: { payloadVersion: '101.2023' } })
})

test('the example of the standard with the names of 2020: accounts are those of the party', () => {
  const { originator, beneficiary, payloadMetadata } = writeIvms101(example, today, '2020')
  expect(payloadMetadata).toBeUndefined()
  expect(originator).toMatchObject({
    originatorPersons: [
      {
        naturalPerson: {
          name: { nameIdentifier: [{ primaryIdentifier: 'Smith', nameIdentifierType: 'LEGL' }] },
          customerIdentification: '1002390',
        },
      },
    ],
    accountNumber: ['10023909'],
  })
  expect(JSON.stringify(originator)).not.toContain('naturalPersonNameIdentifierType')
  expect(beneficiary).toMatchObject({ accountNumber: ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'] })
})

test.each(['2020', '2023'] as const)('the names of %s are read without a repair', (names) => {
  const read = readIvms101(parseExactJson(JSON.stringify(writeIvms101(example, today, names))))
  expect(read).toEqual({ data: example, names, repairs: [] })
})

const withOriginator = (change: object): Ivms101 => ({
  ...example,
  originator: { originatorPerson: [change] },
})
const legal = (change: object = {}) => ({ legalPerson: { ...vaspA, ...change } })
const leix = (nationalIdentifier: string, more = {}) => ({
  nationalIdentification: { nationalIdentifier, nationalIdentifierType: 'LEIX', ...more },
})
const identified = (type: string, more = {}) => ({
  nationalIdentification: { nationalIdentifier: 'CHE-1', nationalIdentifierType: type, ...more },
})
const name = 'originator.originatorPerson[0].legalPerson'

test.each<[string, object, string]>([
  ['no person', { accountNumber: ['1'] }, 'originator.originatorPerson[0]: A person is either'],
  ['both kinds of person', { naturalPerson: alice, ...legal() }, 'A person is either natural or legal'],
  ['no name', legal({ name: { nameIdentifier: [] } }), `${name}.name.nameIdentifier: It is missing.`],
  [
    'no legal name',
    legal({ name: { nameIdentifier: [{ legalPersonName: 'A', legalPersonNameIdentifierType: 'TRAD' }] } }),
    '(C5)',
  ],
  ['wrong check digits', legal(leix('506700T7Z685VUOZL878')), `${name}.nationalIdentification.nationalIdentifier`],
  [
    'an authority beside an LEI',
    legal(leix('506700T7Z685VUOZL877', { registrationAuthority: 'RA000548' })),
    'Leave it',
  ],
  ['no authority beside a number', legal(identified('RAID')), 'Name the authority of a RAID'],
  ['a wrong authority', legal(identified('RAID', { registrationAuthority: 'RA1' })), 'such as RA000548'],
  ['a passport of a company', legal(identified('CCPT', { registrationAuthority: 'RA000548' })), '(C7)'],
  [
    'a country of issue of a company',
    legal(identified('TXID', { registrationAuthority: 'RA000548', countryOfIssue: 'CH' })),
    '(C9)',
  ],
  ['a name alone', { naturalPerson: bob }, '(C1)'],
  ['a company with a name alone', { legalPerson: { name: vaspA.name } }, '(C4)'],
  ['an unknown country', legal({ countryOfRegistration: 'UK' }), `${name}.countryOfRegistration: UK is not`],
  ['the code of banks for Kosovo', legal({ countryOfRegistration: 'XK' }), 'XK is not a country'],
  [
    'an address without a street',
    legal({ geographicAddress: [{ addressType: 'BIZZ', townName: 'Zug', country: 'CH' }] }),
    '(C8)',
  ],
  [
    'an address without a town',
    legal({ geographicAddress: [{ addressType: 'BIZZ', addressLine: ['Bahnhofstrasse 1'], country: 'CH' }] }),
    'townName: It is missing',
  ],
  [
    'eight lines',
    legal({
      geographicAddress: [{ addressType: 'BIZZ', addressLine: Array(8).fill('x'), country: 'CH', townName: 'Zug' }],
    }),
    'at most 7',
  ],
  [
    'letters with marks',
    legal({ name: { nameIdentifier: [{ legalPersonName: 'Käse AG', legalPersonNameIdentifierType: 'LEGL' }] } }),
    'Transliterate it',
  ],
  ['a long customer number', legal({ customerIdentification: 'x'.repeat(51) }), 'longer than 50'],
  [
    'a birth in the future',
    { naturalPerson: { ...alice, dateAndPlaceOfBirth: { dateOfBirth: '2027-01-01', placeOfBirth: 'Zug' } } },
    '(C2)',
  ],
  [
    'a day that no month has',
    { naturalPerson: { ...alice, dateAndPlaceOfBirth: { dateOfBirth: '1990-02-30', placeOfBirth: 'Zug' } } },
    'is not a day',
  ],
])('%s is not written', (_what, person, message) => {
  const write = () => writeIvms101(withOriginator({ ...person }), today)
  expect(write).toThrow(TravelRuleError)
  expect(write).toThrow(message)
})

test('a gap in the path of the transfer is not written', () => {
  const hop = { intermediaryVASP: legal(), sequence: 1 } as never
  expect(() => writeIvms101({ ...example, transferPath: { transferPath: [hop] } }, today)).toThrow('(C12)')
})

test('every fault is reported at once', () => {
  const data = withOriginator(legal({ ...leix('1'), countryOfRegistration: 'Switzerland', customerIdentification: '' }))
  expect(checkIvms101(data, today).map(({ field }) => field.split('.').at(-1))).toEqual([
    'customerIdentification',
    'countryOfRegistration',
    'nationalIdentifier',
  ])
})

test('an account of more than 100 characters has no place in 2020', () => {
  const data: Ivms101 = {
    ...example,
    beneficiary: { beneficiaryPerson: [{ naturalPerson: bob, accountNumber: ['a'.repeat(101)] }] },
  }
  expect(checkIvms101(data, today)).toEqual([])
  expect(() => writeIvms101(data, today, '2020')).toThrow('beneficiary.accountNumber[0]: It is longer than 100')
})

test.each([
  ['Zürcher Käserei AG', 'Zurcher Kaserei AG'],
  ['Łódź Søren Straße', 'Lodz Soren Strasse'],
  ['Acme (Zug) AG', 'Acme (Zug) AG'],
])('%s in letters without marks is %s', (written, latin) => {
  const names = legalNames(written)!
  expect(names.nameIdentifier[0]!.legalPersonName).toBe(latin)
  expect(names.localNameIdentifier?.[0]!.legalPersonName).toBe(written === latin ? undefined : written)
})

test('a name in another script needs a transliteration', () => expect(legalNames('Ромашка ООО')).toBeNull())
