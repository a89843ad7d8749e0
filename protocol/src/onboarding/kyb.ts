import { z } from 'zod'
import { products } from '../endpoints/endpoint.ts'
import { decimal } from '../fields.ts'
import { isLei } from './lei.ts'

// An institution's data about itself, for portal and console.

const text = (max: number) => z.string().trim().min(1).max(max)
const optional = <T extends z.ZodType>(schema: T) => schema.nullable().default(null)

export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'two capital letters (ISO 3166)')
  .meta({ description: 'ISO 3166, two letters.', examples: ['CH'] })

export const day = z.iso.date().meta({ examples: ['1978-05-23'] })

const percent = z
  .string()
  .regex(/^(100|\d{1,2}(\.\d{1,4})?)$/, 'a percentage from 0 to 100')
  .meta({ examples: ['33.5'] })

const address = z.strictObject({
  street: text(140),
  postal_code: optional(text(16)),
  city: text(70),
  country,
})

export const activities = [
  'bank',
  'securities_firm',
  'fund',
  'payment_institution',
  'crypto_services',
  'trading_company',
  'corporate_treasury',
  'gambling',
  'charity',
  'other',
] as const
export type Activity = (typeof activities)[number]

const licence = z.strictObject({ authority: text(140), number: text(64), kind: text(140), country })

/** The company. All fields belong to a legal person. */
export const entity = z.strictObject({
  legal_name: text(140),
  trading_name: optional(text(140)),
  registration_number: text(64),
  registration_authority: text(140),
  lei: optional(z.string().refine(isLei, 'an LEI whose check digits fit')),
  country,
  incorporated_on: day,
  registered_address: address,
  business_address: address,
  activity: z.enum(activities),
  activity_description: text(1_000),
  products: z.array(z.enum(products)).min(1).max(products.length),
  expected_volumes: z.strictObject({
    currency: z.enum(['CHF', 'GBP', 'EUR', 'USD']),
    monthly_volume: decimal,
    monthly_transactions: z.int().min(0).max(10_000_000),
  }),
  source_of_funds: text(1_000),
  licences: z.array(licence).max(20),
  without_owner: z.boolean().default(false).meta({ description: 'No owner holds 25 % or more.' }),
})
export type Entity = z.infer<typeof entity>

/** As far as it is filled in. */
export const entityDraft = entity.partial()
export type EntityDraft = z.infer<typeof entityDraft>

export const personRoles = ['owner', 'director', 'signatory'] as const
export type KybRole = (typeof personRoles)[number]

/** The share from which a person is a beneficial owner. */
const ownerFrom = 25

/** Companies between the institution and its owner, the nearest to the institution first. */
const link = z.strictObject({ name: text(140), country, share: percent })

export const personFields = z.strictObject({
  roles: z.array(z.enum(personRoles)).min(1).max(personRoles.length),
  name: text(140),
  birth_date: day,
  birth_country: country,
  nationality: country,
  residence: address,
  share: optional(percent).meta({ description: 'The share in the institution, through all intermediate companies.' }),
  chain: z
    .array(link)
    .max(10)
    .default([])
    .meta({ description: 'The companies through which an owner holds; empty means directly.' }),
  politically_exposed: z.boolean().default(false),
})

const isOwnerWithShare = ({ roles, share }: Pick<z.infer<typeof personFields>, 'roles' | 'share'>): boolean =>
  !roles.includes('owner') || Number(share ?? 0) >= ownerFrom

/** An owner of 25 % or more, a director, or a signatory. */
export const kybPerson = personFields.refine(isOwnerWithShare, {
  path: ['share'],
  message: `an owner holds ${ownerFrom} % or more`,
})
export type KybPerson = z.infer<typeof personFields>

export const documentKinds = [
  'registry_extract',
  'articles',
  'ownership_chart',
  'licence',
  'financial_statements',
  'bank_statement',
  'source_of_funds',
  'source_of_wealth',
  'passport',
  'identity_card',
  'proof_of_address',
  'other',
] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type DocumentType = (typeof documentTypes)[number]

export const maxDocumentBytes = 10 * 1024 * 1024

/** How an institution became a client. */
export const channels = ['in_person', 'introduced', 'remote'] as const
export type Channel = (typeof channels)[number]

export const riskClasses = ['low', 'medium', 'high'] as const
export type RiskClass = (typeof riskClasses)[number]

export const requirementStates = ['due', 'past_due', 'later', 'being_checked', 'met'] as const

/** One requirement of a KYB case. Both sides see the same list. */
export const requirement = z.object({
  code: z
    .string()
    .meta({ description: 'The requirement:`entity.lei`, `document.registry_extract`, `person.director`.' }),
  state: z.enum(requirementStates),
  person_id: z.string().nullable().meta({ description: 'The person concerned.' }),
  request_id: z.string().nullable().meta({ description: 'The information request behind it.' }),
  deadline: z.string().nullable(),
  accepts: z.array(z.enum(documentKinds)).meta({ description: 'Accepted documents, any one of them.' }),
  why: z.string(),
})
export type Requirement = z.infer<typeof requirement>
