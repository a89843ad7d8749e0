import { addressTypes, identifierTypes, legalNameTypes, naturalNameTypes, transliterations } from './codes.ts'
import type {
  Address,
  Birth,
  Identification,
  Intermediary,
  Ivms101,
  LegalName,
  LegalPerson,
  LocalNaturalName,
  NaturalName,
  NaturalPerson,
  Names,
  Person,
} from './types.ts'

// The tables of the standard: each component with its elements, their datatypes and how often they may occur. The checks, the
// writer and the reader walk along them.

export type Datatype =
  /** `latin`: printable ASCII only. */
  | { readonly kind: 'text'; readonly max: number; readonly latin: boolean }
  /** `fallback`: what a reader takes for a missing or an unlisted code. */
  | { readonly kind: 'code'; readonly codes: readonly string[]; readonly fallback: string | null }
  | { readonly kind: 'country' | 'date' | 'registration authority' | 'whole number' }
  | ({ readonly kind: 'component'; readonly elements: Elements } & Tolerance)

/** What a reader also accepts in place of the component. */
type Tolerance = {
  readonly isPerson?: boolean
  /** The content of this element, without its name. */
  readonly wraps?: string
  /** A text, which is the value of this element. */
  readonly textIs?: string
}

export type Element = {
  readonly type: Datatype
  readonly required: boolean
  /** 1: a value. More: a list with at most this number of entries. */
  readonly max: number
  /** Its name in IVMS101 of 2020, if it differs. */
  readonly in2020?: string
  /** Other names that were seen. */
  readonly also?: readonly string[]
}

export type Elements = { readonly [name: string]: Element }

/** A table with exactly the elements of its type. */
type ElementsOf<T> = { readonly [Name in keyof T]-?: Element }

const latin = (max: number): Datatype => ({ kind: 'text', max, latin: true })
const local = (max: number): Datatype => ({ kind: 'text', max, latin: false })
const code = (codes: readonly string[], fallback: string | null): Datatype => ({ kind: 'code', codes, fallback })
const component = <T>(elements: ElementsOf<T>, tolerance: Tolerance = {}): Datatype => ({
  kind: 'component',
  elements,
  ...tolerance,
})
const country: Datatype = { kind: 'country' }

const one = (type: Datatype, names: Pick<Element, 'in2020' | 'also'> = {}): Element => ({
  type,
  required: true,
  max: 1,
  ...names,
})
const maybe = (type: Datatype, names = {}): Element => ({ ...one(type, names), required: false })
const some = (type: Datatype, names = {}): Element => ({ ...one(type, names), max: Infinity })
const any = (type: Datatype, names = {}, max = Infinity): Element => ({ ...maybe(type, names), max })

const naturalType = { also: ['nameIdentifierType', 'naturalPersonNameIdentifierType', 'nameType', 'type'] }
const legalType = one(code(legalNameTypes, 'LEGL'), { also: ['nameIdentifierType', 'nameType', 'type'] })

const naturalName = component<NaturalName>(
  {
    primaryIdentifier: one(latin(100)),
    secondaryIdentifier: maybe(latin(100)),
    naturalPersonNameIdentifierType: one(code(naturalNameTypes, 'LEGL'), {
      in2020: 'nameIdentifierType',
      ...naturalType,
    }),
  },
  { textIs: 'primaryIdentifier' },
)
const localNaturalName = component<LocalNaturalName>(
  {
    primaryIdentifier: one(local(100)),
    secondaryIdentifier: maybe(local(100)),
    nameIdentifierType: one(code(naturalNameTypes, 'LEGL'), naturalType),
  },
  { textIs: 'primaryIdentifier' },
)
const legalName = (text: Datatype): Datatype =>
  component<LegalName>(
    {
      legalPersonName: one(text, { also: ['legalName', 'companyName'] }),
      legalPersonNameIdentifierType: legalType,
    },
    { textIs: 'legalPersonName' },
  )

const names = (name: Datatype, localName: Datatype): Datatype =>
  component<Names<unknown, unknown>>(
    {
      nameIdentifier: some(name),
      localNameIdentifier: any(localName),
      phoneticNameIdentifier: any(localName),
    },
    { wraps: 'nameIdentifier' },
  )

const address = component<Address>(
  {
    addressType: one(code(addressTypes, 'GEOG'), { also: ['type'] }),
    department: maybe(latin(50)),
    subDepartment: maybe(latin(70)),
    streetName: maybe(latin(70), { also: ['street'] }),
    buildingNumber: maybe(latin(16)),
    buildingName: maybe(latin(35)),
    floor: maybe(latin(70)),
    postBox: maybe(latin(16)),
    room: maybe(latin(70)),
    // The tables of both versions have `postcode`, their definitions and all implementations `postCode`.
    postCode: maybe(latin(16), { also: ['postalCode', 'zip', 'zipCode'] }),
    townName: one(latin(35), { also: ['town', 'city'] }),
    townLocationName: maybe(latin(35)),
    districtName: maybe(latin(35)),
    countrySubDivision: maybe(latin(35)),
    addressLine: any(latin(70), {}, 7),
    country: one(country, { also: ['countryCode'] }),
  },
  { textIs: 'addressLine' },
)

const identification = component<Identification>(
  {
    nationalIdentifier: one(latin(35), { also: ['identifier'] }),
    nationalIdentifierType: one(code(identifierTypes, 'MISC'), { also: ['identifierType', 'type'] }),
    countryOfIssue: maybe(country),
    registrationAuthority: maybe({ kind: 'registration authority' }),
  },
  { textIs: 'nationalIdentifier' },
)

const birth = component<Birth>({ dateOfBirth: one({ kind: 'date' }), placeOfBirth: one(latin(70)) })

/** IVMS101 of 2020 has both names, and the services that speak TRP with its names use this one. */
const customer = maybe(latin(50), { also: ['customerNumber'] })

const naturalPerson = component<NaturalPerson>({
  name: one(names(naturalName, localNaturalName)),
  geographicAddress: any(address, { also: ['address'] }),
  nationalIdentification: maybe(identification),
  customerIdentification: customer,
  dateAndPlaceOfBirth: maybe(birth),
  countryOfResidence: maybe(country),
})

const legalPerson = component<LegalPerson>({
  name: one(names(legalName(latin(100)), legalName(local(100)))),
  geographicAddress: any(address, { also: ['address'] }),
  customerIdentification: customer,
  nationalIdentification: maybe(identification),
  countryOfRegistration: maybe(country),
})

const accountNumber = (max: number): Element => any(latin(max), { also: ['account', 'wallet', 'walletAddress'] })
const identities = { naturalPerson: maybe(naturalPerson), legalPerson: maybe(legalPerson) }

const person = (elements: Elements): Datatype => ({ kind: 'component', isPerson: true, elements })
const person2023 = person({ ...identities, accountNumber: accountNumber(512) } satisfies ElementsOf<Person>)
const person2020 = person(identities)

/** `party`: what originator and beneficiary have beside their persons. */
function payloadOf(of: Datatype, party: Elements): ElementsOf<Ivms101> {
  const persons = (name: string): Datatype =>
    component<Elements>({ [name]: { ...some(of), in2020: `${name}s` }, ...party }, { wraps: name })
  const vasp = (name: string): Element => maybe(component<Elements>({ [name]: one(of) }, { wraps: name }))
  const hop = component<Intermediary>({ intermediaryVASP: one(of), sequence: one({ kind: 'whole number' }) })
  return {
    originator: one(persons('originatorPerson')),
    beneficiary: one(persons('beneficiaryPerson')),
    originatingVASP: vasp('originatingVASP'),
    beneficiaryVASP: vasp('beneficiaryVASP'),
    transferPath: maybe(
      component<NonNullable<Ivms101['transferPath']>>({ transferPath: any(hop) }, { wraps: 'transferPath' }),
    ),
    payloadMetadata: maybe(
      component<NonNullable<Ivms101['payloadMetadata']>>({
        transliterationMethod: any(code(transliterations, 'othr')),
      }),
    ),
  }
}

/** In 2020 a party has accounts, since 2023 each of its persons. */
export const payloads = {
  '2020': payloadOf(person2020, { accountNumber: accountNumber(100) }),
  '2023': payloadOf(person2023, {}),
} as const

/** Both of them at once, for the reader. */
export const payloadOfBoth = payloadOf(person2023, { accountNumber: accountNumber(512) })

/** The two published versions; `2020` is for a counterparty that does not read the names of 2023. */
export type NameSet = keyof typeof payloads
