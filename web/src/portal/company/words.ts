import type { EntityDraft as Entity } from '@specie/protocol/onboarding/kyb.ts'
import type { Output } from '../../api/call.ts'

// Labels of the company's data, and the step of the application for each field.

export type Company = Output<'company'>
export type Requirement = Company['requirements'][number]
export type Person = Company['persons'][number]
export type CompanyDocument = Company['documents'][number]
export type DocumentKind = CompanyDocument['kind']
export type { Entity }
export type KybRole = Person['roles'][number]

export const steps = [
  { key: 'entity', title: 'Company' },
  { key: 'activity', title: 'Addresses and activity' },
  { key: 'owners', title: 'Owners' },
  { key: 'directors', title: 'Directors and signatories' },
  { key: 'documents', title: 'Documents' },
  { key: 'review', title: 'Check and submit' },
] as const
export type StepKey = (typeof steps)[number]['key']

type Field = { word: string; step: StepKey }

export const entityFields: { readonly [field in keyof Entity]-?: Field } = {
  legal_name: { word: 'Legal name', step: 'entity' },
  trading_name: { word: 'Trading name', step: 'entity' },
  registration_number: { word: 'Registration number', step: 'entity' },
  registration_authority: { word: 'Register', step: 'entity' },
  lei: { word: 'LEI', step: 'entity' },
  country: { word: 'Country', step: 'entity' },
  incorporated_on: { word: 'Incorporated on', step: 'entity' },
  registered_address: { word: 'Registered address', step: 'activity' },
  business_address: { word: 'Business address', step: 'activity' },
  activity: { word: 'Activity', step: 'activity' },
  activity_description: { word: 'What the company does', step: 'activity' },
  products: { word: 'Products', step: 'activity' },
  expected_volumes: { word: 'Expected volumes', step: 'activity' },
  source_of_funds: { word: 'Source of funds', step: 'activity' },
  licences: { word: 'Licences', step: 'activity' },
  without_owner: { word: 'Without owner', step: 'owners' },
}

export const activityWords: { readonly [activity in NonNullable<Entity['activity']>]: string } = {
  bank: 'Bank',
  securities_firm: 'Securities firm',
  fund: 'Fund',
  payment_institution: 'Payment institution',
  crypto_services: 'Crypto services',
  trading_company: 'Trading company',
  corporate_treasury: 'Treasury of a group',
  gambling: 'Gambling',
  charity: 'Charity',
  other: 'Other',
}

export const productWords: { readonly [product in NonNullable<Entity['products']>[number]]: string } = {
  stablecoin_issuance: 'Stablecoin issuance',
  crypto_conversion: 'Crypto conversion',
}

export const documentWords: { readonly [kind in DocumentKind]: string } = {
  registry_extract: 'Extract of the register',
  articles: 'Articles of association',
  ownership_chart: 'Chart of the owners',
  licence: 'Licence',
  financial_statements: 'Financial statements',
  bank_statement: 'Bank statement',
  source_of_funds: 'Source of funds',
  source_of_wealth: 'Source of wealth',
  passport: 'Passport',
  identity_card: 'Identity card',
  proof_of_address: 'Proof of address',
  other: 'Other',
}

export const roleWords: { readonly [role in KybRole]: string } = {
  owner: 'Owner',
  director: 'Director',
  signatory: 'Signatory',
}

const documentNeeds: Record<string, string> = {
  'document.registry_extract': 'Extract of the register',
  'document.articles': 'Articles of association',
  'document.ownership': 'Owners of the company',
  'document.source_of_funds': 'Source of funds',
  'document.licence': 'Licence',
  'document.source_of_wealth': 'Source of wealth of the owners',
  'document.identity': 'Passport or identity card',
  'document.residence': 'Proof of address',
}

/** A requirement in words. */
export function requirementWord({ code, person_id }: Requirement, persons: readonly Person[]): string {
  const [kind = '', name = ''] = code.split('.')
  if (kind === 'entity') return entityFields[name as keyof Entity].word
  if (kind === 'person') return { owner: 'The owners', director: 'A director', signatory: 'A signatory' }[name] ?? name
  if (kind === 'document') {
    const whose = persons.find(({ id }) => id === person_id)?.data?.name
    return `${documentNeeds[code] ?? name}${whose === undefined ? '' : `: ${whose}`}`
  }
  return code === 'review.confirm' ? 'Confirm your data' : 'A question of our staff'
}

/** The step of the application for a requirement; null: it is on the page of the company. */
export function stepOf({ code }: Requirement): StepKey | null {
  const [kind = '', name = ''] = code.split('.')
  if (kind === 'entity') return entityFields[name as keyof Entity].step
  if (kind === 'person') return name === 'owner' ? 'owners' : 'directors'
  return kind === 'document' ? 'documents' : null
}

export const isOpen = ({ state }: Requirement): boolean => state === 'due' || state === 'past_due'

const openStates = new Set<Company['state']>(['draft', 'info_requested', 'periodic_review', 'review_overdue'])

/** The data is locked during a review, unless our staff wait for more of it. */
export const isEditable = ({ state, requirements }: Company): boolean =>
  openStates.has(state) || (state === 'in_review' && requirements.some(isOpen))

export const maySubmit = ({ state }: Company): boolean => state === 'draft' || state === 'info_requested'
export const isUnderReview = ({ state }: Company): boolean => state === 'periodic_review' || state === 'review_overdue'
