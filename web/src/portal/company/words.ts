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

const fieldSteps: { readonly [field in keyof Entity]-?: StepKey } = {
  legal_name: 'entity',
  trading_name: 'entity',
  registration_number: 'entity',
  registration_authority: 'entity',
  lei: 'entity',
  country: 'entity',
  incorporated_on: 'entity',
  registered_address: 'activity',
  business_address: 'activity',
  activity: 'activity',
  activity_description: 'activity',
  products: 'activity',
  expected_volumes: 'activity',
  source_of_funds: 'activity',
  licences: 'activity',
  without_owner: 'owners',
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

export const roleWords: { readonly [role in KybRole]: string } = {
  owner: 'Owner',
  director: 'Director',
  signatory: 'Signatory',
}

/** The step of the application for a requirement; null if it is on the page of the company. */
export function stepOf({ code }: Requirement): StepKey | null {
  const [kind = '', name = ''] = code.split('.')
  if (kind === 'entity') return fieldSteps[name as keyof Entity]
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
