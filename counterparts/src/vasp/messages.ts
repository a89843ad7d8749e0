import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import type { Decision } from './state.ts'

// The messages of TRP and IVMS101, written from the published descriptions and without the code of the service, so that both
// check each other. It reads strictly: an element with another name is refused.

const text = (most: number) => z.string().min(1).max(most)
const latin = (most: number) => text(most).regex(/^[ -~]+$/, 'Latin letters without marks')
const country = z.string().regex(/^[A-Z]{2}$/, 'a country of two letters')
const naturalType = z.enum(['ALIA', 'BIRT', 'MAID', 'LEGL', 'MISC'])
const legalType = z.enum(['LEGL', 'SHRT', 'TRAD'])

const address = z.strictObject({
  addressType: z.enum(['HOME', 'BIZZ', 'GEOG']),
  department: latin(50).optional(),
  subDepartment: latin(70).optional(),
  streetName: latin(70).optional(),
  buildingNumber: latin(16).optional(),
  buildingName: latin(35).optional(),
  floor: latin(70).optional(),
  postBox: latin(16).optional(),
  room: latin(70).optional(),
  postCode: latin(16).optional(),
  townName: latin(35),
  townLocationName: latin(35).optional(),
  districtName: latin(35).optional(),
  countrySubDivision: latin(35).optional(),
  addressLine: z.array(latin(70)).max(7).optional(),
  country,
})

const identification = z.strictObject({
  nationalIdentifier: latin(35),
  nationalIdentifierType: z.enum(['ARNU', 'CCPT', 'RAID', 'DRLC', 'FIIN', 'TXID', 'SOCS', 'IDCD', 'LEIX', 'MISC']),
  countryOfIssue: country.optional(),
  registrationAuthority: z
    .string()
    .regex(/^RA\d{6}$/)
    .optional(),
})

const legalName = z.strictObject({ legalPersonName: text(100), legalPersonNameIdentifierType: legalType })
const legalPerson = z.strictObject({
  name: z.strictObject({
    nameIdentifier: z.array(legalName).min(1),
    localNameIdentifier: z.array(legalName).optional(),
    phoneticNameIdentifier: z.array(legalName).optional(),
  }),
  geographicAddress: z.array(address).optional(),
  customerIdentification: latin(50).optional(),
  nationalIdentification: identification.optional(),
  countryOfRegistration: country.optional(),
})

const naturalPerson = <Type extends z.ZodRawShape>(type: Type) => {
  const parts = { primaryIdentifier: text(100), secondaryIdentifier: text(100).optional() }
  const localName = z.strictObject({ ...parts, nameIdentifierType: naturalType })
  return z.strictObject({
    name: z.strictObject({
      nameIdentifier: z.array(z.strictObject({ ...parts, ...type })).min(1),
      localNameIdentifier: z.array(localName).optional(),
      phoneticNameIdentifier: z.array(localName).optional(),
    }),
    geographicAddress: z.array(address).optional(),
    nationalIdentification: identification.optional(),
    customerIdentification: latin(50).optional(),
    dateAndPlaceOfBirth: z.strictObject({ dateOfBirth: z.iso.date(), placeOfBirth: latin(70) }).optional(),
    countryOfResidence: country.optional(),
  })
}

const natural2020 = naturalPerson({ nameIdentifierType: naturalType })
const natural2023 = naturalPerson({ naturalPersonNameIdentifierType: naturalType })
const person2020 = z.union([z.strictObject({ naturalPerson: natural2020 }), z.strictObject({ legalPerson })])
const accountNumber = z.array(latin(512)).optional()
const person2023 = z.union([
  z.strictObject({ naturalPerson: natural2023, accountNumber }),
  z.strictObject({ legalPerson, accountNumber }),
])

const party2020 = (key: string) =>
  z.strictObject({ [key]: z.array(person2020).min(1), accountNumber: z.array(latin(100)).optional() })
const party2023 = (key: string) => z.strictObject({ [key]: z.array(person2023).min(1) })
const vasp = (key: string, person: z.ZodType) => z.strictObject({ [key]: person }).optional()

const ivms2020 = z.strictObject({
  originator: party2020('originatorPersons'),
  beneficiary: party2020('beneficiaryPersons'),
  originatingVASP: vasp('originatingVASP', person2020),
  beneficiaryVASP: vasp('beneficiaryVASP', person2020),
})
const ivms2023 = z.strictObject({
  originator: party2023('originatorPerson'),
  beneficiary: party2023('beneficiaryPerson'),
  originatingVASP: vasp('originatingVASP', person2023),
  beneficiaryVASP: vasp('beneficiaryVASP', person2023),
  payloadMetadata: z.strictObject({ payloadVersion: z.literal('101.2023') }).loose(),
})

const inquiry = z.object({
  asset: z
    .strictObject({ dti: z.string().length(9).optional(), slip0044: z.union([z.int(), z.string()]).optional() })
    .refine(({ dti, slip0044 }) => dti !== undefined || slip0044 !== undefined, 'dti or slip0044'),
  amount: z.string().regex(/^\d+(\.\d+)?$/, 'a positive number'),
  callback: z.url({ protocol: /^https?$/ }),
  IVMS101: z.union([ivms2023, ivms2020]),
})

export type ReadInquiry = {
  readonly asset: unknown
  readonly amount: string
  readonly callback: string
  readonly originators: readonly string[]
  readonly beneficiaries: readonly string[]
  /** The account of the beneficiary. */
  readonly wallet: string
}

export function readInquiry(body: string): ReadInquiry {
  const read = inquiry.safeParse(withExactAmount(body))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Refusal(422, `${issue!.path.join('.') || 'body'}: ${issue!.message}`)
  }
  const { asset, amount, callback, IVMS101 } = read.data
  const { originator, beneficiary } = IVMS101 as { originator: object; beneficiary: object }
  const wallet = accountsIn(beneficiary)[0]
  if (wallet === undefined) throw new Refusal(422, '`IVMS101.beneficiary`: the account to be paid is missing.')
  return { asset, amount, callback, originators: namesIn(originator), beneficiaries: namesIn(beneficiary), wallet }
}

type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

/** The amount with the digits of the text. */
function withExactAmount(body: string): unknown {
  const exact: Reviver = (key, value, context) =>
    key === 'amount' && typeof value === 'number' ? (context?.source ?? String(value)) : value
  try {
    return JSON.parse(body, exact as never)
  } catch {
    throw new Refusal(400, 'The body is not JSON.')
  }
}

const accountsIn = (party: object): string[] =>
  Object.entries(party).flatMap(([key, value]) => {
    if (key === 'accountNumber') return value as string[]
    return Array.isArray(value) ? value.flatMap((person) => accountsIn(person as object)) : []
  })

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('legalPersonName' in value) return [String(value.legalPersonName)]
  if ('primaryIdentifier' in value) {
    const { primaryIdentifier, secondaryIdentifier } = value as Record<string, string | undefined>
    return [[secondaryIdentifier, primaryIdentifier].filter(Boolean).join(' ')]
  }
  return Object.values(value).flatMap(namesIn)
}

/** The decision in a reply or a callback; null when there is none, or two at once. */
export function decisionIn(body: string): Decision | null {
  const read = decision.safeParse(parsed(body))
  if (!read.success) return null
  const { approved, rejected } = read.data
  if ((approved === undefined) === (rejected === undefined)) return null
  return approved ? { approved } : { rejected: rejected! }
}

const decision = z.object({
  approved: z.object({ address: z.string().min(1), callback: z.url() }).optional(),
  rejected: z.string().nullable().optional(),
})

export const confirmationAsk = z.union([
  z.strictObject({ txid: z.string().min(1) }),
  z.strictObject({ canceled: z.string().nullable() }),
])

export function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
