import type { EntityDraft } from '@specie/protocol/onboarding/kyb.ts'
import type { Output } from '../api/call.ts'

// The data of a company in words, for its own people and for staff.

type Company = Output<'company'>
type Requirement = Company['requirements'][number]
type Person = Company['persons'][number]

export const entityWords: { readonly [field in keyof EntityDraft]-?: string } = {
  legal_name: 'Legal name',
  trading_name: 'Trading name',
  registration_number: 'Registration number',
  registration_authority: 'Register',
  lei: 'LEI',
  country: 'Country',
  incorporated_on: 'Incorporated on',
  registered_address: 'Registered address',
  business_address: 'Business address',
  activity: 'Activity',
  activity_description: 'What the company does',
  products: 'Products',
  expected_volumes: 'Expected volumes',
  source_of_funds: 'Source of funds',
  licences: 'Licences',
  without_owner: 'Without owner',
}

export const documentWords: { readonly [kind in Company['documents'][number]['kind']]: string } = {
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
  if (kind === 'entity') return entityWords[name as keyof EntityDraft]
  if (kind === 'person') return { owner: 'The owners', director: 'A director', signatory: 'A signatory' }[name] ?? name
  if (kind === 'document') {
    const whose = persons.find(({ id }) => id === person_id)?.data?.name
    return `${documentNeeds[code] ?? name}${whose === undefined ? '' : `: ${whose}`}`
  }
  return code === 'review.confirm' ? 'Confirm your data' : 'A question from our team'
}

export const namesOf = (names: readonly string[]): string => (names.length === 0 ? 'no one yet' : names.join(', '))
