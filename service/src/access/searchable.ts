import { accountNumber } from '../banking/account/account-number.ts'
import { exact, type Found, inWords, ownPrefix, prefix, searchable } from '../base/searchable.ts'

export const searchableInstitutions = [
  searchable<Found & { name: string }>({
    kind: 'institution',
    only: 'console',
    columns: 'id, id as institution_id, name',
    from: 'directory.institution',
    id: 'uuid',
    fields: [prefix('lower(name)')],
    title: ({ name }) => name,
  }),
  searchable<Found & { product: string; version: string }>({
    kind: 'agreement',
    columns: 'id, institution_id, product, version',
    from: 'onboarding.agreement',
    id: 'uuid',
    fields: [],
    title: ({ product, version }) => `Agreement: ${inWords(product)}, version ${version}`,
  }),
  searchable<Found & { label: string }>({
    kind: 'api_key',
    columns: 'id, institution_id, label',
    from: 'access.api_key',
    id: 'uuid',
    fields: [ownPrefix('lower(label)')],
    title: ({ label }) => `API key «${label}»`,
  }),
  searchable<Found & { label: string; blockchain: string; address: string }>({
    kind: 'wallet',
    columns: 'id, institution_id, label, blockchain, address',
    from: 'destinations.address',
    id: 'uuid',
    // EVM addresses differ in case alone; in other families no two differ by it in practice.
    fields: [exact('lower(address)', (text) => text.toLowerCase()), ownPrefix('lower(label)')],
    title: ({ label, blockchain, address }) => `Withdrawal address «${label}» on ${blockchain}, ${address}`,
  }),
  searchable<Found & { label: string; identifier: string }>({
    kind: 'bank_account',
    columns: 'id, institution_id, label, identifier',
    from: 'destinations.bank_account',
    id: 'uuid',
    fields: [exact('identifier', accountNumber), ownPrefix('lower(label)')],
    title: ({ label, identifier }) => `Bank account «${label}», ${identifier}`,
  }),
]
