import { type Product, products } from '@specie/protocol/endpoints/endpoint.ts'
import type { DocumentKind, Entity, KybPerson } from '@specie/protocol/onboarding/kyb.ts'
import type { NewDocument } from '../../onboarding/kyb/documents.ts'

// The case of an invented institution, complete and without risk, for UAT.

const address = { street: 'Bahnhofstrasse 1', postal_code: '8001', city: 'Zürich', country: 'CH' }

/** Without a wish the company asks for all products. */
export const demoEntity = (name: string, wanted: readonly Product[] = []): Entity => ({
  legal_name: name,
  trading_name: null,
  registration_number: 'CHE-123.456.788',
  registration_authority: 'Handelsregisteramt des Kantons Zürich',
  lei: null,
  country: 'CH',
  incorporated_on: '2015-04-01',
  registered_address: address,
  business_address: address,
  activity: 'corporate_treasury',
  activity_description: 'Treasury of a trading group.',
  products: wanted.length === 0 ? [...products] : [...wanted],
  expected_volumes: { currency: 'CHF', monthly_volume: '5000000', monthly_transactions: 200 },
  source_of_funds: 'Proceeds of trading.',
  licences: [],
  without_owner: true,
})

export const demoPerson: KybPerson = {
  roles: ['director', 'signatory'],
  name: 'Erika Beispiel',
  birth_date: '1980-01-31',
  birth_country: 'CH',
  nationality: 'CH',
  residence: address,
  share: null,
  chain: [],
  politically_exposed: false,
}

/** The smallest file that is a PDF by its bytes. */
export const demoPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

const pdf = (kind: DocumentKind, personId: string | null, expiresOn: string | null = null): NewDocument => ({
  kind,
  name: `${kind}.pdf`,
  personId,
  expiresOn,
  content: demoPdf,
})

export const demoDocuments = (personId: string): NewDocument[] => [
  pdf('registry_extract', null),
  pdf('articles', null),
  pdf('source_of_funds', null),
  pdf('passport', personId, '2099-12-31'),
]

/** The additional documents for enhanced due diligence. */
export const eddDocuments = (personId: string): NewDocument[] => [
  pdf('source_of_wealth', null),
  pdf('proof_of_address', personId),
]
