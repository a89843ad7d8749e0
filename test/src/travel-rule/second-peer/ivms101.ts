import { among, both, type Check, fields, list, oneOf, rule, text } from './shape.ts'

// IVMS101 as published by interVASP: the edition of 2020 and that of 2023, which renames four fields.

export type Edition = '2020' | '2023'

export const names = {
  '2020': {
    originator: 'originatorPersons',
    beneficiary: 'beneficiaryPersons',
    naturalType: 'nameIdentifierType',
    customer: 'customerNumber',
    payload: '101',
  },
  '2023': {
    originator: 'originatorPerson',
    beneficiary: 'beneficiaryPerson',
    naturalType: 'naturalPersonNameIdentifierType',
    customer: 'customerIdentification',
    payload: '101.2023',
  },
} as const

const country = text(2, /^[A-Z]{2}$/)
const line = text(70)

const address = both(
  fields(
    { addressType: among('HOME', 'BIZZ', 'GEOG'), townName: text(35), country },
    {
      department: text(50),
      subDepartment: text(70),
      streetName: line,
      buildingNumber: text(16),
      buildingName: text(35),
      floor: line,
      postBox: text(16),
      room: line,
      postCode: text(16),
      townLocationName: text(35),
      districtName: text(35),
      countrySubDivision: text(35),
      addressLine: list(line),
    },
  ),
  rule(
    (one) => one?.addressLine !== undefined || (one?.streetName && (one.buildingName || one.buildingNumber)),
    'an address has lines, or a street with a building (C8)',
  ),
  rule((one) => (one?.addressLine?.length ?? 0) <= 7, 'an address has at most seven lines'),
)

const identifier = (types: string[]): Check =>
  fields(
    { nationalIdentifier: text(35), nationalIdentifierType: among(...types) },
    { countryOfIssue: country, registrationAuthority: text(8, /^RA\d{6}$/) },
  )

const personal = identifier(['ARNU', 'CCPT', 'RAID', 'DRLC', 'FIIN', 'TXID', 'SOCS', 'IDCD', 'LEIX', 'MISC'])
const ofCompany = both(
  identifier(['RAID', 'MISC', 'LEIX', 'TXID']),
  rule((one) => one?.countryOfIssue === undefined, 'a legal person has no country of issue (C9)'),
  rule(
    (one) => (one?.nationalIdentifierType === 'LEIX') === (one?.registrationAuthority === undefined),
    'an identifier has its authority, unless it is an LEI (C9)',
  ),
  rule((one) => one?.nationalIdentifierType !== 'LEIX' || isLei(one.nationalIdentifier), 'no valid LEI (C11)'),
)

/** ISO 17442: the digits and letters as a number, modulo 97. */
function isLei(value: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/.test(value)) return false
  const digits = value.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)))
  return BigInt(digits) % 97n === 1n
}

const birth = both(
  fields({ dateOfBirth: text(10, /^\d{4}-\d\d-\d\d$/), placeOfBirth: line }),
  rule((one) => new Date(one?.dateOfBirth) < new Date(), 'a birth is in the past (C2)'),
)

function naturalPerson(edition: Edition): Check {
  const { naturalType, customer } = names[edition]
  const type = among('ALIA', 'BIRT', 'MAID', 'LEGL', 'MISC')
  const name = fields({ primaryIdentifier: text(100), [naturalType]: type }, { secondaryIdentifier: text(100) })
  return fields(
    { name: nameOf(name, naturalType) },
    {
      geographicAddress: list(address),
      nationalIdentification: personal,
      [customer]: text(50),
      dateAndPlaceOfBirth: birth,
      countryOfResidence: country,
    },
  )
}

function legalPerson(edition: Edition): Check {
  const legalType = 'legalPersonNameIdentifierType'
  const name = fields({ legalPersonName: text(100), [legalType]: among('LEGL', 'SHRT', 'TRAD') })
  return fields(
    { name: nameOf(name, legalType) },
    {
      geographicAddress: list(address),
      nationalIdentification: ofCompany,
      [names[edition].customer]: text(50),
      countryOfRegistration: country,
    },
  )
}

const nameOf = (name: Check, type: string): Check =>
  both(
    fields({ nameIdentifier: list(name) }, { localNameIdentifier: list(name), phoneticNameIdentifier: list(name) }),
    rule(
      (value) => [value?.nameIdentifier].flat().some((one: any) => one?.[type] === 'LEGL'),
      'one name is the legal one (C5)',
    ),
  )

const kindsOf = (edition: Edition) => ({ naturalPerson: naturalPerson(edition), legalPerson: legalPerson(edition) })
const personOf = (edition: Edition): Check => oneOf(kindsOf(edition))

const accountNumber = list(text(100))
const hasAccount = (person: any): boolean => person?.accountNumber !== undefined

/**
 * Persons with the accounts next to them. In 2023 each person may have them instead; libraries differ, and a reader of one place
 * does not see the other.
 */
function party(edition: Edition, field: string, isIdentified: Check): Check {
  const nextTo = fields({ [field]: list(both(personOf(edition), isIdentified)), accountNumber })
  const { naturalPerson: natural, legalPerson: legal } = kindsOf(edition)
  const withAccount: Check = (person, at) =>
    fields(
      person?.naturalPerson === undefined
        ? { legalPerson: legal, accountNumber }
        : { naturalPerson: natural, accountNumber },
    )(person, at)
  const within = fields({ [field]: list(both(withAccount, isIdentified)) })
  return (value, at) => {
    const isWithin = edition === '2023' && [value?.[field]].flat().every(hasAccount)
    return (isWithin ? within : nextTo)(value, at)
  }
}

const isIdentified = (edition: Edition) => (person: any) => {
  const { geographicAddress, nationalIdentification, dateAndPlaceOfBirth, ...more } =
    person?.naturalPerson ?? person?.legalPerson ?? {}
  return Boolean(geographicAddress ?? nationalIdentification ?? dateAndPlaceOfBirth ?? more[names[edition].customer])
}

/** What a transfer must tell: both parties, and both providers. */
export function ivms101(edition: Edition): Check {
  const person = personOf(edition)
  const { originator, beneficiary, payload } = names[edition]
  const identified = rule(isIdentified(edition), 'an originator has an address, an identifier or a birth (C1, C4)')
  return fields(
    {
      originator: party(edition, originator, identified),
      beneficiary: party(edition, beneficiary, () => []),
      originatingVASP: fields({ originatingVASP: person }),
      beneficiaryVASP: fields({ beneficiaryVASP: person }),
    },
    {
      payloadMetadata: fields(
        {},
        { transliterationMethod: list(text(4, /^[a-z]{4}$/)), payloadVersion: among(payload) },
      ),
    },
  )
}

/** The edition whose names a payload uses. */
export const editionOf = (payload: any): Edition =>
  payload?.originator?.[names['2020'].originator] === undefined ? '2023' : '2020'
